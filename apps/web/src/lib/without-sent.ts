/**
 * What remains to be saved once some of it was: whatever was changed while that was on its way.
 * @param drafts what is changed now, by name
 * @param sent the same as it was when it was sent
 */
export function withoutSent<Drafts extends object>(drafts: Drafts, sent: Drafts): Partial<Drafts> {
  const before = new Map<string, unknown>(Object.entries(sent));
  const since = Object.entries(drafts).filter(
    ([name, value]) => !before.has(name) || JSON.stringify(before.get(name)) !== JSON.stringify(value),
  );
  // some of the entries that it had, unchanged
  return Object.fromEntries(since) as Partial<Drafts>;
}
