import { createHash } from 'node:crypto';

/** What is stored of a group. */
export interface StoredGroup {
  readonly members: string;
}

/** What becomes of a group: `changed` when its members are others than before. */
export type GroupFate = 'none' | 'new' | 'same' | 'changed' | 'over';

/** Says in one short text which members a group has, whatever their order. */
export function signMembers(ids: readonly string[]): string {
  return createHash('sha256').update(ids.toSorted().join('\n')).digest('hex');
}

/**
 * Compares a group with its members of now; fewer than two are no group.
 * @param stored undefined when there is no such group yet
 */
export function decideFate(stored: StoredGroup | undefined, ids: readonly string[]): GroupFate {
  if (ids.length < 2) return stored === undefined ? 'none' : 'over';
  if (stored === undefined) return 'new';
  return stored.members === signMembers(ids) ? 'same' : 'changed';
}
