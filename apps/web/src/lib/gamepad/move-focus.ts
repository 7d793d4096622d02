import { chooseNext, type Way } from './choose-next.ts';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** What takes the focus only to be scrolled. */
const TEXT = '[tabindex="0"]:not(a, button, input, select, textarea, summary)';
const LAYERS = 'dialog:modal, :popover-open, [data-sheet]';

/** Scrolled where no element is ahead, as a share of the window. */
const SCROLL = 0.6;

/** Way of an arrow key or of a direction of a gamepad. */
export function findWay(key: string): Way | undefined {
  const way = /^(?:Arrow|Pad:)(Left|Right|Up|Down)$/.exec(key)?.[1];
  // the alternatives of the pattern
  return way as Way | undefined;
}

/** The topmost open layer; the focus stays inside. */
function findLayer(): Element {
  return [...document.querySelectorAll(LAYERS)].at(-1) ?? document.body;
}

function listFocusable(layer: Element): readonly HTMLElement[] {
  return [...layer.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      !element.matches(':disabled') &&
      element.closest('[inert], [aria-hidden="true"]') === null &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1,
  );
}

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true, focusVisible: true });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function scrollOn(layer: Element, way: Way): void {
  const share = { Up: -SCROLL, Down: SCROLL, Left: 0, Right: 0 }[way];
  const scrolled = layer === document.body ? document.scrollingElement : layer;
  scrolled?.scrollBy({ top: share * innerHeight });
}

/** Steps a slider sideways, as arrow keys do. False at its end, and on any other element. */
function step(slider: Element | null, way: Way): boolean {
  if (!(slider instanceof HTMLInputElement) || slider.type !== 'range' || way === 'Up' || way === 'Down') return false;
  const before = slider.value;
  const isForward = (way === 'Right') === (getComputedStyle(slider).direction === 'ltr');
  if (isForward) slider.stepUp();
  else slider.stepDown();
  if (slider.value === before) return false;
  return slider.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Scrolls a focused text or table, as arrow keys do. False at its end, and on any control. */
function scrollText(text: Element, layer: Element, way: Way): boolean {
  if (!text.matches(TEXT)) return false;
  const [left, top] = { Up: [0, -1], Down: [0, 1], Left: [-1, 0], Right: [1, 0] }[way] as [number, number];
  for (let at: Element | null = text; at !== null && at !== layer; at = at.parentElement) {
    if (getComputedStyle(at).overflowY !== 'auto') continue;
    const { scrollLeft, scrollTop } = at;
    at.scrollBy({ left: left * SCROLL * at.clientWidth, top: top * SCROLL * at.clientHeight });
    if (at.scrollLeft !== scrollLeft || at.scrollTop !== scrollTop) return true;
  }
  return false;
}

/** Moves the focus to the nearest control in a direction, inside the topmost layer; a slider or a text moves first. */
export function moveFocus(way: Way): void {
  const layer = findLayer();
  const active = document.activeElement;
  if (step(active, way)) return;
  const elements = listFocusable(layer).filter((element) => element !== active);
  if (!(active instanceof HTMLElement) || active === document.body || !layer.contains(active)) {
    const main = layer.querySelector('main');
    const first = elements.find((element) => main?.contains(element) === true) ?? elements[0];
    if (first !== undefined) focus(first);
    return;
  }
  if (scrollText(active, layer, way)) return;
  const index = chooseNext(
    active.getBoundingClientRect(),
    elements.map((element) => element.getBoundingClientRect()),
    way,
  );
  const next = index === undefined ? undefined : elements[index];
  if (next === undefined) scrollOn(layer, way);
  else focus(next);
}

function activate(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return;
  // a click does not open a list of choices
  if (active instanceof HTMLSelectElement) active.selectedIndex = (active.selectedIndex + 1) % active.length;
  if (active instanceof HTMLSelectElement) active.dispatchEvent(new Event('change', { bubbles: true }));
  else active.click();
}

function goBack(): void {
  const layer = findLayer();
  if (layer instanceof HTMLDialogElement) {
    const isKept = !layer.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (!isKept) layer.close();
  } else if (layer instanceof HTMLElement && layer.matches(':popover-open')) layer.hidePopover();
  else history.back();
}

/** What a button does where the page has no use for it: moves the focus, activates, goes back. */
export function applyButton(key: string): void {
  const way = findWay(key);
  if (way !== undefined) moveFocus(way);
  else if (key === 'Pad:A') activate();
  else if (key === 'Pad:B') goBack();
}
