import { createStore } from './store.ts';

/** What the palette offers: everything, or only what can be set. Undefined while it is closed. */
type Offered = 'everything' | 'settings' | undefined;

export const paletteState = createStore<Offered>(undefined);

/** The key of the palette as the keyboards of this system name it. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
