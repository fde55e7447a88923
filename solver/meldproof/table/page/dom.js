// Elements from data. Texts become text nodes, never markup.

/** @typedef {Node | string | number | null | undefined | false} Leaf @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

/**
 * An element. Of `props`, functions are listeners (`onclick`), `true` is an attribute without a value, and what is
 * false, null or undefined is left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(...nodes(children));
  return made;
}

/** What is there of some children, none in another. @param {Child[]} children @returns {(Node | string)[]} */
function nodes(children) {
  const leaves = /** @type {Leaf[]} */ (children.flat(2));
  return leaves.flatMap((leaf) => (leaf == null || leaf === false ? [] : [leaf instanceof Node ? leaf : String(leaf)]));
}

/** A picture of symbols that lie one on the other. @param {string} name the class @param {string} box @param {string[]} ids @param {string} [label] */
export function picture(name, box, ids, label = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("viewBox", box);
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  for (const id of ids) {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
  }
  return svg;
}

/** @param {string} name */
export const icon = (name) => picture("icon", "0 0 24 24", [`i-${name}`]);

/** What there must be. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * New contents. The element that had the focus is found again by its `data-key`; where it is gone, the one now in its place.
 * @param {Element} parent @param {...Child} children
 */
export function fill(parent, ...children) {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && parent.contains(focused) ? focused : null;
  const key = inside?.dataset.key;
  const list = inside?.closest("ul, ol");
  const place = list ? [...list.querySelectorAll("[data-key]")].indexOf(/** @type {Element} */ (inside)) : -1;
  const listKey = list instanceof HTMLElement ? list.dataset.list : undefined;
  parent.replaceChildren(...nodes(children));
  if (!inside) return;
  let next = key ? parent.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (!next && listKey) {
    const items = parent.querySelectorAll(`[data-list="${CSS.escape(listKey)}"] [data-key]`);
    next = items[Math.min(place, items.length - 1)] ?? null;
  }
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
