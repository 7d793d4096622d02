/** Key actions of all readers. A reader ignores actions it lacks. */
export type ReaderAction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'advance'
  | 'retreat'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'nextBook'
  | 'previousBook'
  | 'shiftSpread'
  | 'cycleLayout'
  | 'cycleFit'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'leftToRight'
  | 'rightToLeft'
  | 'vertical'
  | 'webtoon'
  | 'incognito'
  | 'fullScreen'
  | 'bars'
  | 'contents'
  | 'settings'
  | 'goTo'
  | 'help'
  | 'close';

/**
 * Keys by action, as in `KeyboardEvent.key`, with `Space` for a blank. Modifiers come first, in the order
 * `Ctrl+Alt+Shift+`. Shift is written only for keys that produce no character.
 */
export type KeyMap = Readonly<Record<ReaderAction, readonly string[]>>;

export const USUAL_KEYS: KeyMap = {
  left: ['ArrowLeft'],
  right: ['ArrowRight'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  advance: ['Space'],
  retreat: ['Shift+Space'],
  next: ['PageDown', 'j', 'MediaTrackNext', 'AudioVolumeDown'],
  previous: ['PageUp', 'k', 'MediaTrackPrevious', 'AudioVolumeUp'],
  first: ['Home'],
  last: ['End'],
  nextBook: [']'],
  previousBook: ['['],
  shiftSpread: ['o'],
  cycleLayout: ['d'],
  cycleFit: ['z'],
  zoomIn: ['+', '='],
  zoomOut: ['-'],
  zoomReset: ['0'],
  leftToRight: ['l'],
  rightToLeft: ['r'],
  vertical: ['v'],
  webtoon: ['w'],
  incognito: ['i'],
  fullScreen: ['f'],
  bars: ['m', 'Enter'],
  contents: ['t'],
  settings: ['s'],
  goTo: ['g'],
  help: ['?'],
  close: ['Escape'],
};

/** The relevant part of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

export interface KeyRules {
  readonly keys: KeyMap;
  /** False disables all actions bound to a single character (WCAG 2.1.4). */
  readonly characterKeys: boolean;
}

function formatKey(press: KeyPress): string {
  const key = press.key === ' ' ? 'Space' : press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const withShift = press.shiftKey && (key.length > 1 || press.key !== key);
  return `${press.ctrlKey ? 'Ctrl+' : ''}${press.altKey ? 'Alt+' : ''}${withShift ? 'Shift+' : ''}${key}`;
}

/** Undefined when the key stays with the browser. */
export function findAction(press: KeyPress, { keys, characterKeys }: KeyRules): ReaderAction | undefined {
  if (press.metaKey) return undefined;
  const name = formatKey(press);
  if (!characterKeys && name.length === 1) return undefined;
  const found = Object.entries(keys).find(([, names]) => names.includes(name));
  return found === undefined ? undefined : (found[0] as ReaderAction);
}

/** The focused element, which may need the key itself. */
export interface KeyOwner {
  /** Lower case. */
  readonly tag: string;
  /** `type` of an input, `role` of any other element. */
  readonly kind: string;
  readonly editable: boolean;
}

const TYPED = new Set(['text', 'search', 'email', 'password', 'number', 'url', 'tel', 'date', 'time', '']);
const OPERATES: Readonly<Record<string, readonly string[]>> = {
  button: ['Enter', ' '],
  a: ['Enter'],
  summary: ['Enter', ' '],
  select: ['Enter', ' ', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
};
const STEPS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', ' '];

/** Whether the focused element needs the key, so that the reader must ignore it. */
export function isKeyTaken(key: string, { tag, kind, editable }: KeyOwner): boolean {
  if (editable || tag === 'textarea') return key !== 'Escape';
  if (tag === 'input') return TYPED.has(kind) ? key !== 'Escape' : STEPS.includes(key);
  if (tag === 'select' && key.length === 1) return true;
  return OPERATES[tag]?.includes(key) ?? false;
}
