import { groupBy } from '#core/group-by.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { Tx } from '#db/open.ts';
import { type ChangeRow, markUndone } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  deleteAlias,
  insertTermAgain,
  listTermChanges,
  restoreAliases,
  restoreLinks,
  takeMerged,
  type TermChange,
} from '#db/repos/metadata/term-journal.repo.ts';
import { findTerm, findTermNamed } from '#db/repos/metadata/term-lists.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { toChange } from './journal.ts';
import {
  mergeJournaled,
  recordTermChange,
  removeJournaled,
  renameJournaled,
  emitTermEvents,
  type TermAction,
} from './term-audit.ts';
import type { Undoing, Undone } from './undo-changes.ts';

interface Step {
  readonly tx: Tx;
  readonly action: TermAction;
  readonly row: ChangeRow;
  readonly change: TermChange;
}

/** Returns the ids of changed genres or tags; undefined when a later change prevents the undo. */
type Deed = (step: Step) => Promise<readonly string[] | undefined>;

function said(json: string): string {
  const text: unknown = JSON.parse(json);
  return typeof text === 'string' ? text : '';
}

const undoRename: Deed = async ({ tx, action, row, change: { termKind: kind, termId, snapshot } }) => {
  const term = await findTerm(tx.read, kind, termId);
  const [before, after] = [said(row.before), said(row.after)];
  const other = await findTermNamed(tx.read, kind, before);
  if (term?.name !== after || (other !== undefined && other.id !== termId)) return undefined;
  await renameJournaled(tx, action, { kind, term, undoes: row.id }, before);
  // The name in between stays an alias only if it was one before.
  const key = nameKey(after);
  if (key !== nameKey(before) && !snapshot.aliases.includes(key)) await deleteAlias(tx, kind, key);
  return [termId];
};

const undoRemove: Deed = async ({ tx, action, row, change }) => {
  const { termKind: kind, termId, snapshot } = change;
  const there = await findTermNamed(tx.read, kind, snapshot.name);
  const term = there ?? { id: termId, name: snapshot.name, createdAt: snapshot.createdAt };
  if (there === undefined) {
    await deleteAlias(tx, kind, nameKey(snapshot.name));
    await insertTermAgain(tx, kind, term);
    await restoreAliases(tx, kind, snapshot.aliases, { termId, intoId: null });
  }
  const noted = { kind, term, deed: 'restore', field: 'name', before: null, after: term.name, undoes: row.id } as const;
  await recordTermChange(tx, action, noted);
  await restoreLinks(tx, change, term.id, null);
  return [term.id];
};

const undoRestore: Deed = async ({ tx, action, row, change: { termKind: kind, termId } }) => {
  const term = await findTerm(tx.read, kind, termId);
  if (term === undefined) return undefined;
  await removeJournaled(tx, action, { kind, term, undoes: row.id });
  return [];
};

/** Creates the merged term again and gives it back to its owners. `undoTerms` removes the other one from them. */
const undoMerge: Deed = async ({ tx, action, row, change }) => {
  const { termKind: kind, termId, snapshot } = change;
  const { intoId, name, createdAt } = snapshot;
  const into = await findTerm(tx.read, kind, intoId ?? '');
  if (into === undefined || (await findTermNamed(tx.read, kind, name)) !== undefined) return undefined;
  const term = { id: termId, name, createdAt };
  await deleteAlias(tx, kind, nameKey(name));
  await insertTermAgain(tx, kind, term);
  await restoreAliases(tx, kind, snapshot.aliases, { termId, intoId });
  const names = { before: into.name, after: name };
  const noted = { kind, term, deed: 'split', field: 'merged', ...names, intoId: into.id, undoes: row.id } as const;
  await recordTermChange(tx, action, noted);
  await restoreLinks(tx, change, termId, into.id);
  return [termId, into.id];
};

const undoSplit: Deed = async ({ tx, action, row, change: { termKind: kind, termId, snapshot } }) => {
  const term = await findTerm(tx.read, kind, termId);
  const into = await findTerm(tx.read, kind, snapshot.intoId ?? '');
  if (term === undefined || into === undefined) return undefined;
  await mergeJournaled(tx, action, { kind, term: into }, [{ term, undoes: row.id }]);
  return [into.id];
};

const DEEDS: Readonly<Record<TermChange['deed'], Deed>> = {
  rename: undoRename,
  remove: undoRemove,
  restore: undoRestore,
  merge: undoMerge,
  split: undoSplit,
};

/** Undoes changes of genres and tags of one action. Owners that got other ones since keep those. */
export async function undoTerms(
  tx: Tx,
  ctx: { readonly events: EventBus },
  { undoId, actionId, by }: Undoing,
  rows: readonly ChangeRow[],
): Promise<Undone> {
  const undone: Undone = { done: [], kept: [] };
  const action: TermAction = { actionId: undoId, kind: 'undo', viewer: by, undoesAction: actionId };
  const rowIds = rows.map(({ id }) => id);
  const known = await listTermChanges(tx.read, rowIds);
  const told: { readonly kind: TermChange['termKind']; readonly id: string }[] = [];
  const back: TermChange[] = [];
  for (const row of rows) {
    const change = known.get(row.id);
    const ids = change === undefined ? undefined : await DEEDS[change.deed]({ tx, action, row, change });
    if (change === undefined || ids === undefined) {
      undone.kept.push(toChange(row));
      continue;
    }
    undone.done.push(row.id);
    back.push(change);
    for (const id of ids) told.push({ kind: change.termKind, id });
  }
  // Several terms may have been merged into one: it is removed after all of them are back.
  for (const change of back.filter(({ deed }) => deed === 'merge')) {
    await takeMerged(tx, change, change.termId, change.snapshot.intoId ?? '');
  }
  await markUndone(tx, undone.done, undoId);
  for (const [kind, terms] of groupBy(told, (one) => one.kind)) {
    const termIds = terms.map(({ id }) => id);
    await emitTermEvents(tx, ctx, kind, termIds);
  }
  return undone;
}
