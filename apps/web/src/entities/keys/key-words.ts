import { t } from '@lingui/core/macro';
import type { ReaderAction } from './key-map.ts';

/** What an action does, in the order of the lists of keys. */
export const ACTION_WORDS: Readonly<Record<ReaderAction, string>> = {
  left: t`Turn left`,
  right: t`Turn right`,
  next: t`Next page`,
  previous: t`Previous page`,
  advance: t`Scroll on, then turn`,
  retreat: t`Scroll back, then turn`,
  up: t`Scroll up, then turn`,
  down: t`Scroll down, then turn`,
  first: t`First page`,
  last: t`Last page`,
  nextBook: t`Next book`,
  previousBook: t`Previous book`,
  bars: t`Show or hide the bars`,
  contents: t`Contents and page grid`,
  settings: t`Settings`,
  goTo: t`Go to page or percent`,
  fullScreen: t`Full screen`,
  cycleLayout: t`Single, double, double with cover alone`,
  shiftSpread: t`Shift the spread by one`,
  cycleFit: t`Change the fit`,
  zoomIn: t`Zoom in`,
  zoomOut: t`Zoom out`,
  zoomReset: t`Reset the zoom`,
  leftToRight: t`Left to right`,
  rightToLeft: t`Right to left`,
  vertical: t`Top to bottom`,
  webtoon: t`Webtoon`,
  incognito: t`Incognito: saves no progress`,
  help: t`List of keys`,
  close: t`Close what is open, then the reader`,
};

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: t`Page up`,
  PageDown: t`Page down`,
  Home: t({ message: 'Home', context: 'key of a keyboard' }),
  End: t({ message: 'End', context: 'key of a keyboard' }),
  Enter: t`Enter`,
  Escape: t`Esc`,
  Space: t`Space`,
  AudioVolumeUp: t`Volume up`,
  AudioVolumeDown: t`Volume down`,
  MediaTrackNext: t`Next track`,
  MediaTrackPrevious: t`Previous track`,
};

const PAD_ARROWS: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓' };

/** `BrowserBack` as `Browser Back`: other keys keep the name that their makers gave them. */
function splitName(name: string): string {
  return name.replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2');
}

/** A key as it is printed on most keyboards and remotes. */
export function showKey(name: string): string {
  // the key + itself ends with the sign between modifiers
  const at = name.lastIndexOf('+', name.length - 2) + 1;
  const [modifiers, key] = [name.slice(0, at), name.slice(at)];
  return modifiers + showPlainKey(key);
}

function showPlainKey(key: string): string {
  if (key.startsWith('Pad:')) return showButton(key.slice('Pad:'.length));
  if (key.startsWith('Code:')) return splitName(key.slice('Code:'.length));
  if (key.length === 1) return key.toUpperCase();
  return SHOWN[key] ?? splitName(key);
}

function showButton(name: string): string {
  const button = PAD_ARROWS[name] ?? name;
  return t`Gamepad ${button}`;
}
