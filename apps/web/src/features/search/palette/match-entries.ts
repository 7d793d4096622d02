import fuzzysort from 'fuzzysort';
import { folded } from '#lib/folded.ts';
import { ENTRY_GROUPS, type PaletteEntry } from './entry.ts';

/** Most entries that match. */
const MOST = 24;
/** Most entries of a group while nothing is typed. */
const MOST_UNASKED = 8;
/** From 0 to 1. Below it, letters only happen to stand in this order. */
const THRESHOLD = 0.3;
/** Added for a recent choice. */
const RECENT_BONUS = 0.2;

export interface EntryGroup {
  readonly key: string;
  /** Undefined for the recent choices. */
  readonly group: keyof typeof ENTRY_GROUPS | undefined;
  readonly entries: readonly PaletteEntry[];
}

function toGroups(entries: readonly PaletteEntry[]): readonly EntryGroup[] {
  const groups = new Map<PaletteEntry['group'], PaletteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([group, members]) => ({ key: group, group, entries: members }));
}

/** Entries by group: recent choices first, then the first of each group. */
function offerEntries(entries: readonly PaletteEntry[], recent: readonly string[]): readonly EntryGroup[] {
  const last = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const rest = entries.filter((entry) => entry.isOnlyFound !== true && !last.includes(entry));
  const order = Object.keys(ENTRY_GROUPS);
  const groups = toGroups(rest)
    .toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
    .map((group) => ({ ...group, entries: group.entries.slice(0, MOST_UNASKED) }));
  return last.length === 0 ? groups : [{ key: 'recent', group: undefined, entries: last }, ...groups];
}

/**
 * Finds entries by what was typed, with letters left out or words in another order. The group of the best comes first.
 * @param recent ids of the last choices, newest first
 */
export function matchEntries(
  entries: readonly PaletteEntry[],
  typed: string,
  recent: readonly string[],
): readonly EntryGroup[] {
  if (typed.trim() === '') return offerEntries(entries, recent);
  const near = fuzzysort.go(typed.trim(), entries, {
    keys: ['label', ({ label, detail = '' }) => `${label} ${detail}`],
    threshold: THRESHOLD,
    scoreFn: ({ obj, score }) => score + (recent.includes(obj.id) ? RECENT_BONUS : 0),
  });
  const places = new Map(entries.map((entry, place) => [entry, place]));
  const getPlace = ({ obj }: { readonly obj: PaletteEntry }) => places.get(obj) ?? 0;
  // by score, and likes in their order
  const found = near
    .toSorted((one, other) => getPlace(one) - getPlace(other))
    .toSorted((one, other) => other.score - one.score)
    .map(({ obj }) => obj);
  const others = entries.filter((entry) => !found.includes(entry) && hasWords(entry, typed));
  return toGroups([...found, ...others].slice(0, MOST));
}

/** In a whole sentence, the letters of any word stand in their order: there, words must be complete. */
function hasWords({ label, detail = '', words = '' }: PaletteEntry, typed: string): boolean {
  const text = folded(`${label} ${detail} ${words}`);
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
