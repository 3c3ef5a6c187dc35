// Keeps the files of the table, so that it can be played without a network after the first visit.
const { version, files } = FILES;
const own = `${self.registration.scope} `; // other tables may lie on the same host
const name = own + version;

// Fetches a file of this version: the page has fetched it, unless the browser still knows one of another version.
const fetched = (file, integrity) => fetch(file, { cache: "force-cache", integrity })
  .catch(() => fetch(file, { cache: "reload", integrity }));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => Promise.all(Object.entries(files).map(
    async ([file, integrity]) => cache.put(file, await fetched(file, integrity)),
  ))));
});

// A page that begins asks for it; others are loaded again.
self.addEventListener("message", (event) => { if (event.data.takesOver) self.skipWaiting(); });

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const each of await caches.keys()) if (each.startsWith(own) && each !== name) await caches.delete(each);
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const kept = async () => (await (await caches.open(name)).match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(kept());
});
