import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark', 'black', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

function storedTheme(): Theme {
  const stored = readStored('theme');
  return isTheme(stored) ? stored : 'system';
}

/** The theme chosen in this browser. public/theme.js applies the stored one before the first paint. */
export const themeStore = createStore<Theme>(storedTheme());

/** Shows a theme at once and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored('theme', theme);
  themeStore.set(theme);
}
