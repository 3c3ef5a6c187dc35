// How a page reaches its table: at a server. Without one, table/alone/host.js stands in this place.
export const ask = (address, how) => fetch(address, how);
export const News = EventSource; // what has changed, as server-sent events
export const go = (address) => location.assign(address);
export const show = (frame, address) => frame.contentWindow.location.replace(address);
