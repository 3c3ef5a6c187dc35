// A worker of a page without a server: Python with the table in it, or with its bots alone.
const bytes = async (part) => {
  if (typeof part !== "string") return part;
  const answer = await fetch(part);
  if (!answer.ok) throw new Error(`the file ${part.split("/").pop()} is missing`);
  return new Uint8Array(await answer.arrayBuffer());
};
const link = (part) => typeof part === "string" ? part : URL.createObjectURL(new Blob([part], { type: "text/javascript" }));
const unpacked = (stream, how) => new Response(stream.pipeThrough(new DecompressionStream("gzip")), how);

// Starts Python with the table in it. `parts` has addresses by name; in a page that carries all of them, their bytes.
// `memory` is that of an earlier start, after all imports; without it, `first` is told that of this one.
async function begin({ parts, memory }, first) {
  const archive = bytes(parts["table.pack"]).then((packed) => unpacked(new Blob([packed]).stream()).json());
  const library = bytes(parts["python_stdlib.zip"]);
  const before = memory && new Uint8Array(await memory.arrayBuffer());
  if (self.importScripts) self.importScripts = () => { throw new TypeError("a module has none"); };
  const { loadPyodide } = await import(link(parts["pyodide.mjs"]));
  const { default: makeModule } = await import(link(parts["pyodide.asm.mjs"]));
  const real = self.fetch;
  const packed = typeof parts["pyodide.asm.wasm"] === "string"
    ? real(parts["pyodide.asm.wasm"]).then((answer) => answer.body) : new Blob([parts["pyodide.asm.wasm"]]).stream();
  for (const early of [archive, library, packed]) Promise.resolve(early).catch(() => {}); // told where it is awaited
  self.fetch = async (address, how) => { // Pyodide asks for its code, which is packed, and for its library
    const name = String(address).split("/").pop();
    if (name === "pyodide.asm.wasm") {
      return unpacked(await packed, { headers: { "content-type": "application/wasm" } });
    }
    return name === "python_stdlib.zip" ? new Response(await library) : real(address, how);
  };
  const python = await loadPyodide({
    indexURL: "https://here.invalid/",
    lockFileContents: new TextDecoder().decode(await bytes(parts["pyodide-lock.json"])),
    createPyodideModule: async (settings) => {
      const module = await makeModule(settings);
      while (before && module.HEAP8.length < before.length) { // Pyodide does not make room for it
        if (!module._malloc(1 << 22)) throw new RangeError("there is not enough memory");
      }
      return module;
    },
    ...(before ? { _loadSnapshot: before } : { _makeSnapshot: Boolean(first) }),
  }).finally(() => { self.fetch = real; });
  for (const [name, text] of Object.entries(await archive)) {
    const place = `/table/${name}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, text);
  }
  if (before) return python;
  python.runPython("import sys; sys.path.insert(0, '/table'); sys.dont_write_bytecode = True");
  python.runPython("from cardrules.table.alone.answering import prepare; prepare()");
  try {
    first?.(new Blob([python.makeMemorySnapshot()]));
  } catch (error) {
    console.warn(String(error)); // later visits take as long as this one
  }
  return python;
}

// The same, also if the memory is of no use.
async function begun(message, first) {
  if (!message.memory) return begin(message, first);
  return begin(message).catch(() => begin({ ...message, memory: null }, first));
}

// Asks bots in another worker. The page begins another one if that says nothing; questions are asked there once more.
class Bots {
  constructor(most) {
    this.most = most; // milliseconds until an answer
    this.asked = new Map();
    this.count = 0;
  }
  begin(port) {
    this.port = port;
    port.onmessage = ({ data: { number, answer } }) => this.done(number, answer);
    for (const [number, { question }] of this.asked) this.send(number, question);
  }
  ask(question) {
    return new Promise((done) => {
      this.asked.set(++this.count, { question, done, tries: 0 });
      this.send(this.count, question);
    });
  }
  send(number, question) {
    const asked = this.asked.get(number);
    asked.tries += 1;
    clearTimeout(asked.late);
    asked.late = setTimeout(() => {
      if (asked.tries > 1) this.done(number);
      postMessage({ late: true });
    }, this.most);
    this.port.postMessage({ number, question });
  }
  done(number, answer) {
    const asked = this.asked.get(number);
    this.asked.delete(number);
    clearTimeout(asked?.late);
    asked?.done(answer);
  }
}

const kinds = {
  // Answers as a server does.
  async table(message) {
    const { rulesets, folders, kept, seconds, pace } = message;
    const python = await begun(message, (memory) => postMessage({ memory }));
    python.runPython(`import os; os.environ["CARDRULES_PATH"] = ${JSON.stringify(folders.join(":"))}`);
    const keep = (game, text) => postMessage({ keep: game, text });
    const table = python.pyimport("cardrules.table.alone.answering").Table(rulesets, kept, keep, seconds, pace);
    const bots = new Bots((3 * seconds + 30) * 1000); // `hard` takes three times as long as others
    const taken = (found) => { const value = found.toJs(); found.destroy(); return value; };
    return async (message) => {
      const { number } = message;
      if (message.bots) {
        bots.begin(message.bots);
        table.bots.ask = (question) => bots.ask(question.toJs());
      } else if (message.closes) table.close(number);
      else if (message.listens) {
        const status = await table.listen(number, message.address, (text) => postMessage({ number, event: text }));
        postMessage({ number, closed: status });
      } else if (message.plays) {
        const [url, said] = taken(table.play(message.plays));
        postMessage({ number, url, said });
      } else {
        const { method, address, body, accept } = message;
        const [status, url, type, name, text] = taken(await table.ask(method, address, body, accept));
        postMessage({ number, status, url, type, name, text });
      }
    };
  },
  // Answers what a module is asked; questions and answers are JSON. A question may need the files of the table itself.
  async answers(message) {
    const python = await begun(message, (memory) => postMessage({ memory }));
    const { answer } = python.pyimport(message.module);
    return async ({ number, asks, needs }) => {
      if (needs) {
        python.FS.mkdirTree("/table/parts");
        for (const [name, part] of Object.entries(message.parts)) python.FS.writeFile(`/table/parts/${name}`, await bytes(part));
      }
      postMessage({ number, answer: answer(asks) });
    };
  },
  // Thinks for bots.
  async bots(message) {
    const { port } = message;
    const python = await begun(message);
    const { think } = python.pyimport("cardrules.table.alone.answering");
    port.onmessage = ({ data: { number, question } }) => {
      const answer = think(python.toPy(question).tobytes());
      port.postMessage({ number, answer: answer.toJs() });
    };
  },
};

let waiting = null;
self.onmessage = async ({ data }) => {
  if (data.beats) { postMessage(data); return; }
  waiting ??= kinds[data.kind](data).then((answering) => { postMessage({ ready: true }); return answering; });
  try {
    const answering = await waiting;
    if (!data.kind) await answering(data);
  } catch (error) {
    postMessage({ failed: String(error.message ?? error).trim().split("\n").pop(), number: data.number });
  }
};
