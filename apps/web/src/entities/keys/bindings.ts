import { type KeyMap, type ReaderAction, USUAL_KEYS } from './key-map.ts';

/** Keys of the actions that the user changed. */
export type KeyChanges = Readonly<Partial<Record<ReaderAction, readonly string[]>>>;

/** Preference key of the changes. */
export const KEYS_PREFERENCE = 'reader.keys';

/** Limit of keys of one action. */
const MAX_KEYS = 8;

/** Always closes, so that no reader is without a way out. */
const FIXED = 'Escape';

// the keys of USUAL_KEYS
const ACTIONS = Object.keys(USUAL_KEYS) as ReaderAction[];

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Parses the stored changes of any release; ignores unknown actions and invalid keys. */
export function parseKeyChanges(stored: unknown): KeyChanges {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([action, keys]: [string, unknown]) =>
      Object.hasOwn(USUAL_KEYS, action) && Array.isArray(keys) ? [[action, keys.filter(isText)]] : [],
    ),
  );
}

/** Keys in effect. A key that the user gave to an action leaves its usual one; Escape always closes. */
export function mergeKeys(changes: KeyChanges): KeyMap {
  const taken = new Set(Object.values(changes).flat());
  const merged = ACTIONS.map((action) => {
    const own = changes[action] ?? USUAL_KEYS[action].filter((key) => !taken.has(key));
    const others = own.filter((key) => key !== FIXED);
    return [action, action === 'close' ? [FIXED, ...others] : others] as const;
  });
  // every action is present
  return Object.fromEntries(merged) as unknown as KeyMap;
}

/** Whether the user may remove a key from an action. */
export function isRemovable(key: string): boolean {
  return key !== FIXED;
}

/** The action of a key. */
export function findOwner(keys: KeyMap, key: string): ReaderAction | undefined {
  return ACTIONS.find((action) => keys[action].includes(key));
}

/** The changes that give these keys: actions with their usual keys are left out. */
export function diffKeys(keys: KeyMap): KeyChanges {
  const isUsual = (action: ReaderAction) => keys[action].join('\n') === USUAL_KEYS[action].join('\n');
  return Object.fromEntries(ACTIONS.filter((action) => !isUsual(action)).map((action) => [action, keys[action]]));
}

function without(keys: readonly string[], removed: readonly string[]): readonly string[] {
  return keys.filter((key) => !removed.includes(key));
}

/** Takes keys away from all actions but one. */
function takeFromOthers(keys: KeyMap, action: ReaderAction, taken: readonly string[]): KeyMap {
  const entries = ACTIONS.map((other) => [other, other === action ? keys[other] : without(keys[other], taken)]);
  return Object.fromEntries(entries) as KeyMap;
}

/** Gives a key to an action, which takes it from another. Escape stays where it is. */
export function bindKey(keys: KeyMap, action: ReaderAction, key: string): KeyChanges {
  if (key === FIXED || keys[action].includes(key)) return diffKeys(keys);
  const own = [...keys[action], key].slice(-MAX_KEYS);
  return diffKeys({ ...takeFromOthers(keys, action, [key]), [action]: own });
}

/** Removes a key from an action. */
export function unbindKey(keys: KeyMap, action: ReaderAction, key: string): KeyChanges {
  return diffKeys(isRemovable(key) ? { ...keys, [action]: without(keys[action], [key]) } : keys);
}

/** Gives an action its usual keys back, also those that other actions have. */
export function resetKeys(keys: KeyMap, action: ReaderAction): KeyChanges {
  const usual = USUAL_KEYS[action];
  return diffKeys({ ...takeFromOthers(keys, action, usual), [action]: usual });
}
