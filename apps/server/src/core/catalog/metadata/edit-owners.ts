import type { ChangeContext } from '../contexts.ts';
import { writeAudit } from '#core/audit/write-audit.ts';
import { hasTemplates, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { type ActionKind, insertChanges, type NewChange } from '#db/repos/metadata/metadata-journal.repo.ts';
import { type Json, listOwners } from '#db/repos/metadata/metadata-states.repo.ts';
import { lockOwners, writeOwnerMetadata } from '#db/repos/metadata/metadata-writes.repo.ts';
import { listSeriesMarks } from '#db/repos/people/sharing-tags.repo.ts';
import { type SeriesMarks, UNKNOWN_AGE, type ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { sharingChange } from '#events/visibility-changes.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { listRules } from '#db/repos/scanning/naming.repo.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import { renumberSeries } from '../naming/renumber-series.ts';
import { LOCKS_FIELD, type PlannedEdit } from './edit.ts';
import { AGE_FIELD } from './series-change.ts';
import { planOwners, SHARING_FIELD, type Wanted } from './plan-owners.ts';

/** A journal action. */
export interface Deed {
  readonly actionId: string;
  readonly kind: ActionKind;
  readonly viewer: Pick<Viewer, 'userId' | 'username'>;
  /** The action that this one undoes. */
  readonly undoesAction?: string;
  /** Undone changes, by `changeKey`. */
  readonly undoes?: ReadonlyMap<string, string>;
}

/** Changes of these fields make library rules name and number books again. */
const NAMING_FIELDS = new Set(['title', 'number', 'volume', 'chapter']);

const NAMING_LOCKS = ['titleLock', 'numberLock', 'volumeLock', 'chapterLock'];

/** Key of a change of one field. */
export function changeKey(ownerId: string, field: string): string {
  return `${ownerId} ${field}`;
}

function affectsNaming({ changes, state, locks }: PlannedEdit): boolean {
  if (changes.some(({ field }) => NAMING_FIELDS.has(field))) return true;
  return state.kind === 'book' && NAMING_LOCKS.some((lock) => locks.has(lock) !== state.locks.has(lock));
}

/** Ids of libraries whose rules derive titles from metadata. */
async function listTemplated(db: ReadDb, libraryIds: readonly string[]): Promise<ReadonlySet<string>> {
  const libraries = await listRules(db, libraryIds);
  return new Set(libraries.filter((library) => hasTemplates(compileLibraryRules(library))).map(({ id }) => id));
}

/** Fields that triggers write into the series of a book. */
const SHARED_FIELDS = new Set(['genres', 'tags']);

/** Whether an edit changes nothing but its books: no name by rules, and nothing that the series shows. */
function staysInBooks(planned: readonly PlannedEdit[], templated: ReadonlySet<string>): boolean {
  return planned.every(
    (one) =>
      one.state.kind === 'book' &&
      !templated.has(one.state.libraryId) &&
      !affectsNaming(one) &&
      !one.changes.some(({ field }) => SHARED_FIELDS.has(field)),
  );
}

/**
 * Locks libraries before their books, as an edit needs it. A scan has this lock most of the time, so an edit that stays in its books
 * goes without.
 * @returns whether they are locked
 */
async function lockEarly(
  tx: Tx,
  viewerScope: ViewerScope,
  wanted: Wanted,
  libraryIds: readonly string[],
): Promise<boolean> {
  if (libraryIds.length === 0 || tx.kind === 'sqlite') return true;
  if (wanted.kind === 'book' && wanted.isPure === true) {
    const forecast = await planOwners(tx.read, viewerScope, wanted);
    if (staysInBooks(forecast, await listTemplated(tx.read, libraryIds))) return false;
  }
  await lockLibraries(tx, libraryIds);
  return true;
}

/** The new sort key if the title changes. Naming by rules may change it again. */
function newSortKey({ state, changes }: PlannedEdit): string | undefined {
  const after = new Map(changes.map((change) => [change.field, change.after]));
  if (!after.has('title') && !after.has('titleSort')) return undefined;
  const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
  const titleSort = after.has('titleSort') ? after.get('titleSort') : state.values['titleSort'];
  return sortKey(text(titleSort) ?? text(after.get('title')) ?? state.title);
}

async function write(tx: Tx, planned: PlannedEdit, at: number): Promise<void> {
  const { state, changes, locks, filled } = planned;
  const values = Object.fromEntries(
    changes.filter(({ field }) => field !== LOCKS_FIELD).map(({ field, after }) => [field, after]),
  );
  await writeOwnerMetadata(tx, { state, values, locks, filled, sortKey: newSortKey(planned), at });
}

function journalRows(planned: readonly PlannedEdit[], { undoes }: Deed): NewChange[] {
  return planned.flatMap(({ state, changes }) =>
    changes.map((change) => ({
      ownerKind: state.kind,
      ownerId: state.id,
      ...change,
      undoes: undoes?.get(changeKey(state.id, change.field)) ?? null,
    })),
  );
}

type Marks = ReadonlyMap<string, SeriesMarks>;

/** What is unknown shows to no viewer with an age limit. */
const UNKNOWN: SeriesMarks = { tagIds: [], age: UNKNOWN_AGE };

/** Whether a change decides who sees its series. */
function changesMarks({ state, changes }: PlannedEdit): boolean {
  return state.kind === 'series' && changes.some(({ field }) => field === SHARING_FIELD || field === AGE_FIELD);
}

/** Marks of the series whose tags or age change. */
async function marksOfChanged(db: ReadDb, planned: readonly PlannedEdit[]): Promise<Marks> {
  return await listSeriesMarks(
    db,
    planned.filter(changesMarks).map(({ state }) => state.id),
  );
}

/** Emits events of the changes. `marks` are those before and after, per series. */
function announce(
  { events }: Pick<ChangeContext, 'events'>,
  planned: readonly PlannedEdit[],
  marks: { readonly before: Marks; readonly after: Marks },
): void {
  for (const one of planned) {
    const { state, changes } = one;
    const fields = changes.map(({ field }) => field);
    if (changesMarks(one)) {
      const [before, after] = [marks.before.get(state.id) ?? UNKNOWN, marks.after.get(state.id) ?? UNKNOWN];
      events.emit(sharingChange(state, { before, after }, fields));
      continue;
    }
    if (state.kind === 'series') {
      events.emit(seriesEvent('series_updated', state, fields));
      continue;
    }
    events.emit(bookEvent('book_updated', state, fields));
    // A series shows the genres and tags of its books.
    const shared = fields.filter((field) => field === 'genres' || field === 'tags');
    const series = { id: state.seriesId, libraryId: state.libraryId };
    if (shared.length > 0) events.emit(seriesEvent('series_updated', series, shared));
  }
}

/** Records in the audit log which series have other sharing tags now: they decide who sees them. */
async function noteSharing(
  tx: Tx,
  ctx: Pick<ChangeContext, 'log'>,
  planned: readonly PlannedEdit[],
  actor: Deed['viewer'],
): Promise<void> {
  for (const { state, changes } of planned) {
    const change = changes.find(({ field }) => state.kind === 'series' && field === SHARING_FIELD);
    if (change === undefined) continue;
    const { before, after } = change;
    const target = { kind: 'series', id: state.id, name: state.title };
    await writeAudit(tx, ctx, { action: 'sharing_changed', actor, target, details: { before, after } });
  }
}

interface DoneEdit extends PlannedEdit {
  readonly at: number;
  /** Library rules derived titles and numbers of its series again. */
  readonly isNamedAgain: boolean;
}

/**
 * Edits books or series inside a transaction: fields, locks, journal, and derived names and numbers.
 * @param viewerScope owners outside it are not changed
 * @returns the edit of each owner found, also when nothing changed
 */
export async function editOwnersIn(
  tx: Tx,
  ctx: Pick<ChangeContext, 'events' | 'log'>,
  viewerScope: ViewerScope,
  { wanted, deed }: { readonly wanted: Wanted; readonly deed: Deed },
): Promise<DoneEdit[]> {
  const found = await listOwners(tx.read, viewerScope, wanted.kind, wanted.ids);
  const libraryIds = [...new Set(found.map(({ libraryId }) => libraryId))];
  const isLocked = await lockEarly(tx, viewerScope, wanted, libraryIds);
  const ids = found.map(({ id }) => id);
  await lockOwners(tx, wanted.kind, ids);
  const planned = await planOwners(tx.read, viewerScope, wanted);
  const changed = planned.filter(({ changes }) => changes.length > 0);
  const templated = await listTemplated(tx.read, libraryIds);
  // The plan has changed since. A deadlock, which this order allows, runs the transaction again.
  if (!isLocked && !staysInBooks(changed, templated)) await lockLibraries(tx, libraryIds);
  const at = Date.now();
  const before = await marksOfChanged(tx.read, changed);
  for (const one of changed) await write(tx, one, at);
  const after = await marksOfChanged(tx.read, changed);
  await insertChanges(tx, { ...deed, at }, journalRows(changed, deed));
  await noteSharing(tx, ctx, changed, deed.viewer);
  const isRenamed = (one: PlannedEdit): boolean => affectsNaming(one) || templated.has(one.state.libraryId);
  const seriesIds = new Set(changed.filter(isRenamed).map(({ state }) => state.seriesId));
  for (const seriesId of seriesIds) await renumberSeries(tx, ctx.events, seriesId, at);
  tx.afterCommit(() => announce(ctx, changed, { before, after }));
  return planned.map((one) => ({ ...one, at, isNamedAgain: seriesIds.has(one.state.seriesId) }));
}
