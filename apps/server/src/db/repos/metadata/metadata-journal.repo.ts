import { type Selectable, sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { MetadataActionTable, MetadataChangeTable } from '../../schema/index.ts';
import { countRows, readChunked, writeChunked } from '../rows/read-rows.ts';
import { seesAll, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';
import { newId } from '../../new-id.ts';
import type { Json } from './metadata-states.repo.ts';

/** A change as it is stored, with the title of what it is about. */
export type ChangeRow = Selectable<MetadataChangeTable> & {
  readonly title: string;
  /** `genre`, `tag` or `sharingTag`, and its id, of what was done to one itself. */
  readonly termKind: string | null;
  readonly termId: string | null;
  /** What is kept of a sharing tag whose change does not name it. */
  readonly sharingTag: string | null;
};

/** Which changes are asked for. */
export interface JournalFilter {
  readonly bookId?: string | undefined;
  /** Of the series and of its books. */
  readonly seriesId?: string | undefined;
  readonly userId?: string | undefined;
  readonly actionId?: string | undefined;
}

/** The field of a change of what a sharing tag means to a user. */
export const GRANT_FIELD = 'grant';

/** Changes of what the viewer may see; what sharing tags mean to users is for administrators. */
function visibleChanges(db: ReadDb, viewerScope: ViewerScope, { bookId, seriesId, actionId }: JournalFilter) {
  const everything = { includeDeleted: true };
  let query = db.selectFrom('metadataChange as change');
  if (actionId !== undefined) query = query.where('change.actionId', '=', actionId);
  if (bookId !== undefined) query = query.where('change.bookId', '=', bookId);
  if (seriesId !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('change.seriesId', '=', seriesId),
        eb('change.bookId', 'in', eb.selectFrom('book').select('book.id').where('book.seriesId', '=', seriesId)),
      ]),
    );
  }
  if (seesAll(viewerScope)) {
    const isAdmin = viewerScope.permissions?.has('SystemAdmin') === true;
    return isAdmin ? query : query.where('change.field', '<>', GRANT_FIELD);
  }
  return query.where((eb) =>
    eb.or([
      eb('change.bookId', 'in', visibleBooks(db, viewerScope, everything).select('book.id')),
      eb('change.seriesId', 'in', visibleSeries(db, viewerScope, everything).select('series.id')),
    ]),
  );
}

function visibleActions(db: ReadDb, viewerScope: ViewerScope, filter: JournalFilter, since: number) {
  const { userId } = filter;
  return db
    .selectFrom('metadataAction as action')
    .where('action.createdAt', '>=', since)
    .$if(userId !== undefined, (query) => query.where('action.userId', '=', userId ?? ''))
    .$if(filter.actionId !== undefined, (query) => query.where('action.id', '=', filter.actionId ?? ''))
    .where((eb) =>
      eb.exists(
        visibleChanges(db, viewerScope, filter).select('change.id').where('change.actionId', '=', eb.ref('action.id')),
      ),
    );
}

/** Actions since a time (epoch milliseconds) that changed something that the viewer may see, the latest first. */
export async function listActions(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: JournalFilter,
  { since, limit, offset }: { readonly since: number; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ActionRow[]; readonly total: number }> {
  const rows = await visibleActions(db, viewerScope, filter, since)
    .selectAll('action')
    .orderBy('action.createdAt', 'desc')
    .orderBy('action.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countRows(visibleActions(db, viewerScope, filter, since));
  return { rows, total };
}

/** How much of an action the viewer may see, and how much of that was undone. */
export async function countChanges(db: ReadDb, viewerScope: ViewerScope, actionIds: readonly string[]) {
  const rows = await readChunked(actionIds, (ids) =>
    visibleChanges(db, viewerScope, {})
      .select(['change.actionId'])
      .select((eb) => eb.fn.countAll<number>().as('changes'))
      .select((eb) => eb.fn.count<number>('change.undoneBy').as('undone'))
      .where('change.actionId', 'in', ids)
      .groupBy('change.actionId'),
  );
  return new Map(rows.map(({ actionId, ...counts }) => [actionId, counts]));
}

/** Changes with the title of what they changed. */
function titledChanges(db: ReadDb, viewerScope: ViewerScope, filter: JournalFilter) {
  return visibleChanges(db, viewerScope, filter)
    .leftJoin('book as ofBook', 'ofBook.id', 'change.bookId')
    .leftJoin('series as ofSeries', 'ofSeries.id', 'change.seriesId')
    .leftJoin('metadataTermChange as ofTerm', 'ofTerm.changeId', 'change.id')
    .selectAll('change')
    .select(['ofTerm.termKind', 'ofTerm.termId'])
    .select(
      sql<string | null>`case when "ofTerm"."deed" in ('change', 'grant') then "ofTerm"."snapshot" end`.as(
        'sharingTag',
      ),
    )
    .select(sql<string>`coalesce("ofBook"."title", "ofSeries"."title", '')`.as('title'));
}

/** Changes of an action that the viewer may see and that are not undone. */
export function openChanges(db: ReadDb, viewerScope: ViewerScope, actionId: string) {
  return visibleChanges(db, viewerScope, { actionId }).where('change.undoneBy', 'is', null);
}

/** How many those are. */
export async function countOpenChanges(db: ReadDb, viewerScope: ViewerScope, actionId: string): Promise<number> {
  return countRows(openChanges(db, viewerScope, actionId));
}

/** Changes by id that the viewer may see and that are not undone. */
export async function listChangesById(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const found: ChangeRow[] = [];
  for (const some of chunked(ids)) {
    const query = titledChanges(db, viewerScope, {})
      .where('change.id', 'in', some)
      .where('change.undoneBy', 'is', null);
    found.push(...(await query.orderBy('change.id').execute()));
  }
  return found;
}

/** Changes of one action that the viewer may see, those above an id, in the order in which they were made. */
export async function listChanges(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: JournalFilter & { readonly actionId: string },
  { after, limit, isOpen = false }: { readonly after: string; readonly limit: number; readonly isOpen?: boolean },
): Promise<ChangeRow[]> {
  return titledChanges(db, viewerScope, filter)
    .where('change.id', '>', after)
    .$if(isOpen, (query) => query.where('change.undoneBy', 'is', null))
    .orderBy('change.id')
    .limit(limit)
    .execute();
}

/** What an action changed. */
type ChangedKind = 'book' | 'series' | 'sharing' | 'term';

export type ActionKind = 'edit' | 'bulk' | 'reset' | 'undo';

/** What an action did to one field of one book or series. */
export interface NewChange {
  /** `term` for what is done to a genre or tag itself. */
  readonly ownerKind: 'book' | 'series' | 'term';
  readonly ownerId: string;
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  /** The change that it undoes. */
  readonly undoes: string | null;
}

/** The action that changes belong to. */
export interface NewAction {
  readonly actionId: string;
  readonly kind: ActionKind;
  readonly viewer: { readonly userId: string; readonly username: string };
  /** The action that it undoes. */
  readonly undoesAction?: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type ActionRow = Selectable<MetadataActionTable>;

/** Writes an action unless it exists. */
export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  const { actionId: id, kind, viewer, undoesAction, at } = action;
  await tx.write
    .insertInto('metadataAction')
    .values((eb) => ({
      ...{ id, kind, userName: viewer.username, undoes: undoesAction ?? null, createdAt: at },
      // The account may be deleted: a task undoes the edit later.
      userId: eb.selectFrom('user').select('user.id').where('user.id', '=', viewer.userId),
    }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Writes changes, and their action when it is new. @returns ids of the changes, in their order */
export async function insertChanges(tx: Tx, action: NewAction, changes: readonly NewChange[]): Promise<string[]> {
  if (changes.length === 0) return [];
  await insertAction(tx, action);
  const rows = changes.map(({ ownerKind, ownerId, field, before, after, undoes }) => ({
    id: newId(),
    actionId: action.actionId,
    bookId: ownerKind === 'book' ? ownerId : null,
    seriesId: ownerKind === 'series' ? ownerId : null,
    field,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    undoes,
    createdAt: action.at,
  }));
  await writeChunked(rows, (chunk) => tx.write.insertInto('metadataChange').values(chunk));
  return rows.map(({ id }) => id);
}

/** The action, if it is not older than that. */
export async function findAction(db: ReadDb, actionId: string, since: number): Promise<ActionRow | undefined> {
  return db
    .selectFrom('metadataAction')
    .selectAll()
    .where('id', '=', actionId)
    .where('createdAt', '>=', since)
    .executeTakeFirst();
}

/** Notes that changes were undone by an action; what they had undone themselves can be undone again. */
export async function markUndone(tx: Tx, changeIds: readonly string[], actionId: string): Promise<void> {
  for (const ids of chunked(changeIds)) {
    await tx.write.updateTable('metadataChange').set({ undoneBy: actionId }).where('id', 'in', ids).execute();
    await tx.write
      .updateTable('metadataChange')
      .set({ undoneBy: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('metadataChange as undoing')
          .select('undoing.undoes')
          .where('undoing.id', 'in', ids)
          .where('undoing.undoes', 'is not', null)
          .$castTo<{ undoes: string }>(),
      )
      .execute();
  }
}

/** How long what was done is kept, and can be undone. */
export const JOURNAL_MS = 90 * 86_400_000;
/** Actions deleted at once: each may have changed many books. */
const FORGOTTEN = 100;

/** Deletes some of the actions that are too old, with their changes. */
export async function deleteOldActions(tx: Tx, now: number): Promise<void> {
  await tx.write
    .deleteFrom('metadataAction')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('metadataAction as old')
        .select('old.id')
        .where('old.createdAt', '<', now - JOURNAL_MS)
        .orderBy('old.createdAt')
        .limit(FORGOTTEN),
    )
    .execute();
}

/** Name of the user who last changed each field, as far back as the journal goes. */
export async function listEditors(db: ReadDb, kind: 'book' | 'series', ownerId: string) {
  const rows = await db
    .selectFrom('metadataChange as change')
    .innerJoin('metadataAction as action', 'action.id', 'change.actionId')
    .select(['change.field', 'action.userName'])
    .where(kind === 'book' ? 'change.bookId' : 'change.seriesId', '=', ownerId)
    .orderBy('change.id')
    .execute();
  return new Map(rows.map(({ field, userName }) => [field, userName]));
}

/** Whether an action changed books, series, the sharing tags of series, or genres and tags themselves. */
export async function listChangedKinds(db: ReadDb, actionId: string): Promise<ChangedKind[]> {
  const { books, series, sharing, all } = await db
    .selectFrom('metadataChange')
    .select((eb) => [eb.fn.count<number>('bookId').as('books'), eb.fn.count<number>('seriesId').as('series')])
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(sql<number>`sum(case when "field" = 'sharingTags' then 1 else 0 end)`.as('sharing'))
    .where('actionId', '=', actionId)
    .executeTakeFirstOrThrow();
  return [
    ...(books > 0 ? (['book'] as const) : []),
    ...(series > 0 ? (['series'] as const) : []),
    ...(sharing > 0 ? (['sharing'] as const) : []),
    ...(all > books + series ? (['term'] as const) : []),
  ];
}
