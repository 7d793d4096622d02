import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { insertChanges, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';
import {
  insertTermChange,
  keepLinks,
  listAliasKeys,
  type TermChange,
  type TermDeed,
} from '#db/repos/metadata/term-journal.repo.ts';
import { deleteTerm, listSeriesWith, mergeTerms, renameTerm } from '#db/repos/metadata/term-lists.repo.ts';
import type { Term, TermKind } from '#db/repos/rows/term-tables.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';

const FIELDS = { genre: 'genres', tag: 'tags' } as const;

/** An action on genres or tags. */
export interface TermAction extends Omit<NewAction, 'at' | 'kind'> {
  readonly kind: 'edit' | 'undo';
}

/** A new action of a user. */
export function newTermAction(viewer: Viewer): TermAction {
  return { actionId: newId(), kind: 'edit', viewer };
}

/** A change to record. */
interface Noted {
  readonly kind: TermKind;
  readonly term: Term;
  readonly deed: TermDeed;
  readonly field: 'name' | 'merged';
  readonly before: Json;
  readonly after: Json;
  readonly intoId?: string;
  /** The undone change. */
  readonly undoes?: string | undefined;
}

/** Records a change and what its undo needs. Call it before the change. */
export async function recordTermChange(tx: Tx, action: TermAction, noted: Noted): Promise<TermChange> {
  const { kind, term, deed, field, before, after, intoId = null, undoes = null } = noted;
  const change = { ownerKind: 'term', ownerId: term.id, field, before, after, undoes } as const;
  const [changeId = ''] = await insertChanges(tx, { ...action, at: Date.now() }, [change]);
  const aliases = await listAliasKeys(tx.read, kind, term.id);
  const snapshot = { name: term.name, createdAt: term.createdAt, aliases, intoId };
  const written = { changeId, termKind: kind, termId: term.id, deed, snapshot };
  await insertTermChange(tx, written);
  return written;
}

/** Emits events, after the commit, of the series that have these genres or tags now. */
export async function emitTermEvents(
  tx: Tx,
  { events }: { readonly events: EventBus },
  kind: TermKind,
  termIds: readonly string[],
): Promise<void> {
  const series = await listSeriesWith(tx.read, kind, termIds);
  tx.afterCommit(() => {
    for (const one of series) events.emit(seriesEvent('series_updated', one, [FIELDS[kind]]));
  });
}

/** A genre or tag to change. */
export interface TermTarget {
  readonly kind: TermKind;
  readonly term: Term;
  readonly undoes?: string | undefined;
}

/** Renames a genre or tag, with a journal entry. */
export async function renameJournaled(tx: Tx, action: TermAction, target: TermTarget, name: string): Promise<void> {
  const { kind, term } = target;
  const after = name.trim();
  if (term.name === after) return;
  await recordTermChange(tx, action, { ...target, deed: 'rename', field: 'name', before: term.name, after });
  await renameTerm(tx, kind, term, name);
}

/** Removes a genre or tag from all owners, with a journal entry. */
export async function removeJournaled(tx: Tx, action: TermAction, target: TermTarget): Promise<void> {
  const { kind, term } = target;
  const noted = { ...target, deed: 'remove', field: 'name', before: term.name, after: null } as const;
  await keepLinks(tx, await recordTermChange(tx, action, noted), null);
  await deleteTerm(tx, kind, term.id);
}

/** Merges genres or tags into one, with journal entries. */
export async function mergeJournaled(
  tx: Tx,
  action: TermAction,
  into: Omit<TermTarget, 'undoes'>,
  merged: readonly Omit<TermTarget, 'kind'>[],
): Promise<void> {
  const { kind } = into;
  for (const { term, undoes } of merged) {
    const names = { before: term.name, after: into.term.name };
    const noted = { kind, term, deed: 'merge', field: 'merged', ...names, intoId: into.term.id, undoes } as const;
    await keepLinks(tx, await recordTermChange(tx, action, noted), into.term.id);
  }
  const terms = merged.map(({ term }) => term);
  await mergeTerms(tx, kind, into.term, terms);
}
