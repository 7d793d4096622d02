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
 * `Ctrl+Alt+Shift+`. Shift is written only for keys that produce no character. Buttons of gamepads begin with `Pad:`, keys
 * without a name of their own with `Code:`.
 */
export type KeyMap = Readonly<Record<ReaderAction, readonly string[]>>;

export const USUAL_KEYS: KeyMap = {
  left: ['ArrowLeft', 'Pad:Left'],
  right: ['ArrowRight', 'Pad:Right'],
  up: ['ArrowUp', 'Pad:Up'],
  down: ['ArrowDown', 'Pad:Down'],
  advance: ['Space', 'Pad:A'],
  retreat: ['Shift+Space'],
  next: ['PageDown', 'j', 'MediaTrackNext', 'AudioVolumeDown', 'Pad:RT'],
  previous: ['PageUp', 'k', 'MediaTrackPrevious', 'AudioVolumeUp', 'Pad:LT'],
  first: ['Home'],
  last: ['End'],
  nextBook: [']', 'Pad:RB'],
  previousBook: ['[', 'Pad:LB'],
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
  bars: ['m', 'Enter', 'Pad:Y'],
  contents: ['t', 'Pad:Back'],
  settings: ['s', 'Pad:X'],
  goTo: ['g'],
  help: ['?', 'Pad:Start'],
  close: ['Escape', 'Pad:B'],
};

/** The relevant part of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  /** Place of the key on the keyboard. */
  readonly code?: string | undefined;
  readonly keyCode?: number | undefined;
}

export interface KeyRules {
  readonly keys: KeyMap;
  /** False disables all actions bound to a single character (WCAG 2.1.4). */
  readonly characterKeys: boolean;
}

const LAST_LATIN = '\u02AF';
const UNNAMED = new Set(['', 'Unidentified', 'Process', 'Dead']);

/** The name of a key press in a `KeyMap`. */
export function getKeyName(press: KeyPress): string {
  const key = readKey(press);
  const withShift = press.shiftKey && (key.length > 1 || press.key !== key);
  return `${press.ctrlKey ? 'Ctrl+' : ''}${press.altKey ? 'Alt+' : ''}${withShift ? 'Shift+' : ''}${key}`;
}

function readKey({ key, code = '', keyCode = 0 }: KeyPress): string {
  // buttons of some remotes have a code only
  if (UNNAMED.has(key)) return `Code:${code === '' ? keyCode : code}`;
  if (key === ' ') return 'Space';
  return key.length === 1 ? key.toLowerCase() : key;
}

/** The Latin letter on the key, for layouts without Latin letters. */
function readLatinKey({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): KeyPress | undefined {
  const letter = /^Key([A-Z])$/.exec(code ?? '')?.[1];
  if (letter === undefined || key.length !== 1 || key <= LAST_LATIN) return undefined;
  return { key: shiftKey ? letter : letter.toLowerCase(), ctrlKey, altKey, shiftKey, metaKey };
}

/** Undefined when the key stays with the browser. */
export function findAction(press: KeyPress, { keys, characterKeys }: KeyRules): ReaderAction | undefined {
  if (press.metaKey) return undefined;
  const name = getKeyName(press);
  if (!characterKeys && name.length === 1) return undefined;
  const found = Object.entries(keys).find(([, names]) => names.includes(name));
  if (found !== undefined) return found[0] as ReaderAction;
  const latin = readLatinKey(press);
  return latin === undefined ? undefined : findAction(latin, { keys, characterKeys });
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
