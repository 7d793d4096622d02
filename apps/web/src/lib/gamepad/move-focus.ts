import { chooseNext, type Way } from './choose-next.ts';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
const LAYERS = 'dialog:modal, :popover-open, [data-sheet]';

/** Scrolled where no element is ahead, as a share of the window. */
const SCROLL = 0.6;

const WAYS: Readonly<Record<string, Way>> = {
  'Pad:Left': 'Left',
  'Pad:Right': 'Right',
  'Pad:Up': 'Up',
  'Pad:Down': 'Down',
};

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

function move(way: Way): void {
  const layer = findLayer();
  const active = document.activeElement;
  const elements = listFocusable(layer).filter((element) => element !== active);
  if (!(active instanceof HTMLElement) || active === document.body || !layer.contains(active)) {
    const main = layer.querySelector('main');
    const first = elements.find((element) => main?.contains(element) === true) ?? elements[0];
    if (first !== undefined) focus(first);
    return;
  }
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
  const way = WAYS[key];
  if (way !== undefined) move(way);
  else if (key === 'Pad:A') activate();
  else if (key === 'Pad:B') goBack();
}
