import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { hasTemplates, libraryRulesOf } from '#core/rules/naming/library-rules.ts';
import { renumberSeries } from '../naming/renumber-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { holdLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { type ActionKind, insertChanges, type NewChange } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  type Json,
  listMetadataStates,
  listOwners,
  type MetadataState,
} from '#db/repos/metadata/metadata-states.repo.ts';
import { holdOwners, writeMetadataOf } from '#db/repos/metadata/metadata-writes.repo.ts';
import { listRules } from '#db/repos/scanning/naming.repo.ts';
import { findSharingTagsNamed, listTagIdsOf } from '#db/repos/people/sharing-tags.repo.ts';
import { spellTerms } from '#db/repos/rows/terms.repo.ts';
import type { ViewerScope } from '#db/repos/rows/visibility.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import { sharingChange } from '#events/visibility-changes.ts';
import { type Edit, LOCKS_FIELD, planChanges, type PlannedEdit } from './edit.ts';

/** What editing metadata takes. */
export interface MetadataContext {
  readonly db: Database;
  readonly events: EventBus;
}

/** Decides what becomes of one; may look into the database, and changes nothing. */
export type Planner = (state: MetadataState, db: ReadDb) => Edit | Promise<Edit>;

/** Which books or series, and what becomes of each. */
export interface Wanted {
  readonly kind: MetadataState['kind'];
  readonly ids: readonly string[];
  readonly plan: Planner;
}

/** Who does it, as the journal tells it. */
export interface Deed {
  readonly actionId: string;
  readonly kind: ActionKind;
  readonly viewer: Pick<Viewer, 'userId' | 'username'>;
  /** The action that this one undoes … */
  readonly undoesAction?: string;
  /** … and its changes, by owner and field. */
  readonly undoes?: ReadonlyMap<string, string>;
}

/** Changes after which books are named and numbered again. */
const NAMING_FIELDS = new Set(['title', 'number', 'volume', 'chapter']);
const NAMING_LOCKS = ['titleLock', 'numberLock', 'volumeLock', 'chapterLock'];
const Names = z.array(z.string());
/** Tags that decide who sees a series. */
const SHARING_FIELD = 'sharingTags';

/** Names the change of a field of an owner. */
export function changeKey(ownerId: string, field: string): string {
  return `${ownerId} ${field}`;
}

/** Genres and tags are spelt as they are known, so that what is planned is what will be there. */
async function spelt(db: ReadDb, edits: readonly Edit[]): Promise<Edit[]> {
  let known = [...edits];
  for (const [field, kind] of [
    ['genres', 'genre'],
    ['tags', 'tag'],
  ] as const) {
    const named = known.filter(({ values }) => values[field] !== undefined);
    const lists = await spellTerms(
      db,
      kind,
      named.map(({ values }) => Names.parse(values[field] ?? [])),
    );
    const byEdit = new Map(named.map((edit, index): [Edit, Json] => [edit, lists[index] ?? []]));
    known = known.map((edit) => {
      const names = byEdit.get(edit);
      return names === undefined ? edit : { ...edit, values: { ...edit.values, [field]: names } };
    });
  }
  return known;
}

/** Of sharing tags only those stay that there are, as they are called now. */
async function known(db: ReadDb, edit: Edit): Promise<Edit> {
  const { [SHARING_FIELD]: names } = edit.values;
  if (names === undefined) return edit;
  const tags = await findSharingTagsNamed(db, Names.parse(names ?? []));
  return { ...edit, values: { ...edit.values, [SHARING_FIELD]: tags.map(({ name }) => name) } };
}

/** What an edit changes of each of those that can be seen; of those that stay as they are too. */
export async function planOwners(
  db: ReadDb,
  viewerScope: ViewerScope,
  { kind, ids, plan }: Wanted,
): Promise<PlannedEdit[]> {
  const states = await listMetadataStates(db, viewerScope, kind, ids);
  const edits: Edit[] = [];
  for (const [index, state] of states.entries()) {
    edits.push(await known(db, await plan(state, db)));
    if (index % 100 === 99) await nextTurn();
  }
  const wanted = await spelt(db, edits);
  return states.flatMap((state, index) => {
    const edit = wanted[index];
    return edit === undefined ? [] : [planChanges(state, edit)];
  });
}

function isNamedAnew({ changes, state, locks }: PlannedEdit): boolean {
  if (changes.some(({ field }) => NAMING_FIELDS.has(field))) return true;
  return state.kind === 'book' && NAMING_LOCKS.some((lock) => locks.has(lock) !== state.locks.has(lock));
}

/** Those of some libraries whose titles follow from what is known of series and books. */
async function listTemplated(db: ReadDb, libraryIds: readonly string[]): Promise<ReadonlySet<string>> {
  const libraries = await listRules(db, libraryIds);
  return new Set(libraries.filter((library) => hasTemplates(libraryRulesOf(library))).map(({ id }) => id));
}

/** The key that lists sort by, where the edit changes what it is made of; naming books again may make another one of it. */
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
  await writeMetadataOf(tx, { state, values, locks, filled, sortKey: newSortKey(planned), at });
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

type TagIds = ReadonlyMap<string, readonly string[]>;

/** Ids of the tags of those series whose tags change. */
async function tagsOfChanged(db: ReadDb, planned: readonly PlannedEdit[]): Promise<TagIds> {
  const changed = planned.filter(({ changes }) => changes.some(({ field }) => field === SHARING_FIELD));
  return await listTagIdsOf(
    db,
    changed.map(({ state }) => state.id),
  );
}

/**
 * Tells of what changed.
 * @param tags ids of the tags of series whose tags changed, before that and after
 */
function announce(
  { events }: Pick<MetadataContext, 'events'>,
  planned: readonly PlannedEdit[],
  tags: { readonly before: TagIds; readonly after: TagIds },
): void {
  for (const { state, changes } of planned) {
    const fields = changes.map(({ field }) => field);
    if (fields.includes(SHARING_FIELD)) {
      const [before, after] = [tags.before.get(state.id) ?? [], tags.after.get(state.id) ?? []];
      events.emit(sharingChange(state, { before, after }, fields));
      continue;
    }
    if (state.kind === 'series') {
      events.emit(seriesEvent('series_updated', state, fields));
      continue;
    }
    events.emit(bookEvent('book_updated', state, fields));
    // A series has what its books have.
    const shared = fields.filter((field) => field === 'genres' || field === 'tags');
    const series = { id: state.seriesId, libraryId: state.libraryId };
    if (shared.length > 0) events.emit(seriesEvent('series_updated', series, shared));
  }
}

/** An edit that was made. */
interface DoneEdit extends PlannedEdit {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Titles and numbers of its series were made again by the rules of the library. */
  readonly isNamedAgain: boolean;
}

/**
 * Edits books or series inside a transaction: fields with their locks, the journal, and the names and numbers that follow.
 * @param viewerScope of those that he may not see nothing is changed
 * @returns what was done of each of those that were found, also where nothing changed
 */
export async function editOwnersIn(
  tx: Tx,
  ctx: Pick<MetadataContext, 'events'>,
  viewerScope: ViewerScope,
  { wanted, deed }: { readonly wanted: Wanted; readonly deed: Deed },
): Promise<DoneEdit[]> {
  const found = await listOwners(tx.read, viewerScope, wanted.kind, wanted.ids);
  const libraryIds = [...new Set(found.map(({ libraryId }) => libraryId))];
  if (libraryIds.length > 0) await holdLibraries(tx, libraryIds);
  await holdOwners(
    tx,
    wanted.kind,
    found.map(({ id }) => id),
  );
  const planned = await planOwners(tx.read, viewerScope, wanted);
  const changed = planned.filter(({ changes }) => changes.length > 0);
  const at = Date.now();
  const before = await tagsOfChanged(tx.read, changed);
  for (const one of changed) await write(tx, one, at);
  const after = await tagsOfChanged(tx.read, changed);
  await insertChanges(tx, { ...deed, at }, journalRows(changed, deed));
  const templated = await listTemplated(tx.read, libraryIds);
  const isRenamed = (one: PlannedEdit): boolean => isNamedAnew(one) || templated.has(one.state.libraryId);
  const seriesIds = new Set(changed.filter(isRenamed).map(({ state }) => state.seriesId));
  for (const seriesId of seriesIds) await renumberSeries(tx, ctx.events, seriesId, at);
  tx.afterCommit(() => announce(ctx, changed, { before, after }));
  return planned.map((one) => ({ ...one, at, isNamedAgain: seriesIds.has(one.state.seriesId) }));
}
