/**
 * Changes made during a save.
 * @param drafts current changes by name
 * @param sent the changes as they were sent
 */
export function pickUnsaved<Drafts extends object>(drafts: Drafts, sent: Drafts): Partial<Drafts> {
  const before = new Map<string, unknown>(Object.entries(sent));
  const since = Object.entries(drafts).filter(
    ([name, value]) => !before.has(name) || JSON.stringify(before.get(name)) !== JSON.stringify(value),
  );
  // a subset of its unchanged entries
  return Object.fromEntries(since) as Partial<Drafts>;
}
