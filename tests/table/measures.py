"""What a page is asked about where things lie on a table."""

WRONG = """() => {
  const wrong = [];
  const box = (each) => each.getBoundingClientRect();
  const name = (each) => each.ariaLabel || each.innerText.replaceAll('\\n', ' ');
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push('the page scrolls');
  const inside = (each, outer, room) => {
    const [a, b] = [box(each), outer];
    return a.left >= b.left - room && a.right <= b.right + room && a.top >= b.top - room && a.bottom <= b.bottom + room;
  };
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const card of document.querySelectorAll('.own .hand .card')) {
    if (!inside(card, view, 3)) wrong.push(`${name(card)} is out of sight`);
  }
  for (const fan of document.querySelectorAll('.own .fan')) {
    const lefts = [...fan.querySelectorAll('.card')].map((card) => box(card).left);
    const strip = Math.min(...lefts.slice(1).map((left, at) => left - lefts[at]));
    if (strip < 23) wrong.push(`cards of the hand show only ${strip.toFixed(1)} pixels`);
  }
  const bar = document.querySelector('.choice');
  for (const button of bar.querySelectorAll('button')) {
    if (!button.checkVisibility()) continue; // behind "More", or in a grid that is closed
    if (!inside(button, box(bar), 1)) wrong.push(`${name(button)} is out of the bar`);
    if (box(button).height < 43.5 || box(button).width < 43.5) wrong.push(`${name(button)} is small`);
  }
  const meet = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return b.width && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  };
  const felt = box(document.querySelector('.felt'));
  for (const card of document.querySelectorAll('.middle .card, .trick .card, .before .card, .backs .card')) {
    if (box(card).width && !inside(card, felt, 4)) wrong.push(`${name(card)} is off the felt`);
    if (box(card).width && box(card).width < 15) wrong.push(`${name(card)} is tiny`);
  }
  const heaps = [...document.querySelectorAll('.heaps .card, .aside-of .card')];
  for (const card of document.querySelectorAll('.trick .card, .before .card, .centre .card, .strip .card')) {
    for (const heap of heaps) if (meet(card, heap)) wrong.push(`${name(card)} lies on ${name(heap)}`);
  }
  const plates = [...document.querySelectorAll('.seat .plate')];
  const lying = '.trick .card, .heaps .card, .centre .card, .strip .card, .before .card, .seat .signs, .seat .stake';
  for (const plate of plates) {
    if (!inside(plate, felt, 2)) wrong.push(`${name(plate)} is off the felt`);
    for (const other of [...plates, ...document.querySelectorAll(lying)]) {
      const own = other.matches('.card') && other.closest('.seat') === plate.closest('.seat');
      if (other !== plate && !own && meet(plate, other)) wrong.push(`${name(plate)} lies on ${name(other)}`);
    }
  }
  const shown = (each) => each.checkVisibility() && box(each).width;
  const crowd = plates.length > 5; // then there is no room for more than plates and stakes
  for (const stake of crowd ? [] : document.querySelectorAll('.seat .stake')) {
    for (const other of document.querySelectorAll('.seat .signs .sign, .chips .pot, .chips .sign')) {
      if (shown(other) && meet(stake, other)) wrong.push(`the stake ${name(stake)} lies on ${name(other)}`);
    }
  }
  return wrong;
}"""
"""Returns in sentences what lies where it must not."""
