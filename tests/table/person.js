// What a person at the table can see and touch; playing.py asks for it.
window.person = {
  decisions: 0, // that were looked at, so that each of several tabs is open in turn
  shifts: [], // how much has moved on the page, and what

  board: () => document.getElementById('board'),
  moment: () => person.board().querySelector('[name=at]')?.value ?? '',
  waits: () => document.querySelector('.end, .pass, .choice.mine'),

  kinds: [
    ['button', '.choice .buttons button:not(.rest, .more, [popovertarget]), .pass button'], ['pile', '.touch'],
    ['card', 'button.card.fits:not(.picked)'], ['picked', 'button.card.picked'],
    ['step', '.slider button'], ['range', '.slider [type=range]'], ['field', '.slider [type=number]'],
  ],

  // What the page offers, and how much has moved since this decision was first looked at.
  async look(known) {
    if (person.board().querySelector('.end')) return { over: true };
    const moment = person.moment();
    person.board().querySelector('.sheet-over:has(.grid):not(:popover-open)')?.showPopover();
    if (moment !== known) {
      const tabs = [...person.board().querySelectorAll('.verb > input')];
      if (tabs.length) tabs[person.decisions++ % tabs.length].checked = true;
      for (let count = 0; count < 2; count += 1) await new Promise(requestAnimationFrame);
      person.shifts.length = 0;
    }
    const [offers, unseen] = [[], []];
    for (const [kind, selector] of person.kinds) {
      person.board().querySelectorAll(selector).forEach((each, index) => {
        if (each.closest('[inert], .keys:has(> .verb > :not(:checked))')) return; // a summary lies above, or a tab is closed
        const offer = { kind, selector, index, does: `${each.name} ${each.value}` };
        (each.getClientRects().length ? offers : unseen).push(offer);
      });
    }
    return {
      over: false, moment, offers,
      unseen: unseen.filter((each) => !offers.some((offer) => offer.does === each.does)).map((each) => each.does),
      summary: person.board().querySelector('.summary') !== null,
      shift: person.shifts.reduce((sum, [value]) => sum + value, 0), moved: person.shifts.map(([, what]) => what),
    };
  },

  // A thing, and where it can be touched: in the middle of what can be seen of it.
  place({ selector, index }) {
    const each = person.board().querySelectorAll(selector)[index];
    person.touched = each;
    each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = each.getBoundingClientRect();
    const seen = [];
    for (let at = 0; at < 144; at += 1) {
      const point = [box.left + box.width * (at % 12 + 0.5) / 12, box.top + box.height * (Math.floor(at / 12) + 0.5) / 12];
      if (each.contains(document.elementFromPoint(...point))) seen.push(point);
    }
    const middle = [0, 1].map((axis) => seen.reduce((sum, point) => sum + point[axis], 0) / seen.length);
    const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
    const [point] = seen.sort((one, other) => far(one) - far(other));
    return {
      name: each.ariaLabel || each.textContent.trim(), width: box.width,
      at: point, point: point && [point[0] - box.left - each.clientLeft, point[1] - box.top - each.clientTop],
      above: document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.outerHTML.slice(0, 200),
      least: Number(each.min), most: Number(each.max), by: Number(each.step) || 1,
    };
  },

  version: () => `${person.board().dataset.key} ${person.board().querySelector('form').dataset.version}`,
  shown: () => [person.moment(), ...[...person.board().querySelectorAll('.part')].map((each) => each.innerHTML)].join('\n'),
  said: () => person.board().querySelector('.said').textContent,
  led: (version) => person.version() !== version || person.said() !== '',

  // What the button of each slider says, and what its field and its slider say.
  numbers: () => [...document.querySelectorAll('.slider')].map((each) => {
    const main = document.querySelector(`[name=amount][value="${CSS.escape(each.dataset.verb)}"]`);
    const [field, range] = [each.querySelector('[type=number]'), each.querySelector('[type=range]')];
    return [main.textContent, `${main.dataset.text} ${field.value}`, `${main.dataset.text} ${range.value}`];
  }),
};
try {
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const what = (sources ?? []).map(({ node }) => node?.className || node?.parentElement?.className || node?.nodeName);
      person.shifts.push([value, what.join(', ')]);
    }
  }).observe({ type: 'layout-shift', buffered: false });
} catch { /* not in this browser */ }
