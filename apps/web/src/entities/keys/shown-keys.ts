import { listPads } from '#lib/gamepad/list-pads.ts';
import { type KeyMap, type ReaderAction, USUAL_KEYS } from './key-map.ts';

/** Keys of remotes and gamepads are shown once one of them is there, or the user chose the key. */
function isShown(key: string, action: ReaderAction, hasGamepad: boolean): boolean {
  if (!USUAL_KEYS[action].includes(key)) return true;
  return key.startsWith('Pad:') ? hasGamepad : !/^(Media|Audio)/.test(key);
}

/** The keys of an action that this device is likely to have. */
export function listShownKeys(keys: KeyMap, action: ReaderAction): readonly string[] {
  const hasGamepad = listPads().length > 0;
  return keys[action].filter((key) => isShown(key, action, hasGamepad));
}
