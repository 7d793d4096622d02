/**
 * Puts some entries of a list in another order: they share out the places that they have together, all others stay. So who
 * sees a part of a list only moves nothing that they do not see.
 * @param entries in their order, each once
 * @param wanted some of them in the new order; what is no entry is passed over, as is whatever comes again
 */
export function reorder(entries: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(entries);
  const moved = [...new Set(wanted)].filter((entry) => known.has(entry));
  const isMoved = new Set(moved);
  const next = moved.values();
  return entries.map((entry) => (isMoved.has(entry) ? (next.next().value ?? entry) : entry));
}
