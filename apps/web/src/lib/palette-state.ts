import { createStore } from './store.ts';

/** One opening of the palette. */
interface Opening {
  readonly id: number;
  /** Only what can be set, not everything. */
  readonly onlySettings: boolean;
}

/** Undefined while the palette is closed. */
export const paletteState = createStore<Opening | undefined>(undefined);

let lastId = 0;

/** Opens the palette, also while its last opening is still closing. */
export function openPalette(onlySettings = false): void {
  lastId += 1;
  paletteState.set({ id: lastId, onlySettings });
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether these keys open the palette, with letters of any script. No reader may bind them. */
export function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return key.toLowerCase() === 'k' || (code === 'KeyK' && key > '\u02AF');
}

/** Opens the palette, unless a dialog is open. @returns whether these were its keys */
export function openPaletteOn(event: KeyboardEvent): boolean {
  if (!isPaletteKey(event) || event.defaultPrevented) return false;
  // not the search field of the browser
  event.preventDefault();
  // a dialog that is open is finished first
  if (document.querySelector('dialog[open]') === null) openPalette();
  return true;
}

/** The key of the palette as the keyboards of this system name it. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
