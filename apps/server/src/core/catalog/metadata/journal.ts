import { type MetadataAction, MetadataAction as Action, type MetadataChange } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import {
  type ActionRow,
  type ChangeRow,
  countChanges,
  findAction,
  JOURNAL_MS,
  type JournalFilter,
  listActions,
  listChanges,
} from '#db/repos/metadata/metadata-journal.repo.ts';
import { nameInSnapshot } from '#db/repos/metadata/term-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';

/** Changes per action in a list of actions. */
const LISTED_CHANGES = 10;
const MOST_CHANGES = 1_000;

/** Oldest time in the journal, epoch milliseconds. */
function journalSince(): number {
  return Date.now() - JOURNAL_MS;
}

const Kind = Action.shape.kind;
const TermType = z.enum(['genre', 'tag', 'sharingTag']);
const Document = z.json();

type Target = Pick<MetadataChange, 'targetType' | 'targetId' | 'title'>;

/** For a genre, tag or sharing tag itself, the title is its name at that time. */
function toTarget(row: ChangeRow, names: readonly Json[]): Target {
  if (row.bookId !== null) return { targetType: 'book', targetId: row.bookId, title: row.title };
  if (row.termKind === null) return { targetType: 'series', targetId: row.seriesId ?? '', title: row.title };
  const title =
    row.sharingTag === null ? names.find((name) => typeof name === 'string') : nameInSnapshot(row.sharingTag);
  return { targetType: TermType.parse(row.termKind), targetId: row.termId ?? '', title: title ?? '' };
}

/** A row as a change of the API. */
export function toChange(row: ChangeRow): MetadataChange {
  const [before, after] = [Document.parse(JSON.parse(row.before)), Document.parse(JSON.parse(row.after))];
  const { id, field } = row;
  return { id, ...toTarget(row, [before, after]), field, before, after, undone: row.undoneBy !== null };
}

interface Told {
  readonly filter: JournalFilter;
  readonly limit: number;
}

async function toActions(
  db: ReadDb,
  viewer: Viewer,
  rows: readonly ActionRow[],
  { filter, limit }: Told,
): Promise<MetadataAction[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countChanges(db, viewer, ids);
  const actions: MetadataAction[] = [];
  for (const { id, kind, userId, userName, undoes, createdAt } of rows) {
    const changes = await listChanges(db, viewer, { ...filter, actionId: id }, { after: '', limit });
    const { changes: changeCount = 0, undone = 0 } = counts.get(id) ?? {};
    const who = { userId, username: userName };
    actions.push({
      id,
      ...who,
      undoes,
      changeCount,
      undoneCount: undone,
      changes: changes.map(toChange),
      kind: Kind.parse(kind),
      createdAt: new Date(createdAt).toISOString(),
    });
  }
  return actions;
}

/** A requested page of the journal. */
export interface JournalWanted extends JournalFilter {
  readonly page: number;
  readonly pageSize: number;
}

/** Actions of the last 90 days with a visible change, latest first. */
export async function listMetadataActions(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: JournalWanted,
): Promise<{ readonly rows: MetadataAction[]; readonly total: number }> {
  const range = { since: journalSince(), ...toSlice({ page, pageSize }) };
  const { rows, total } = await listActions(db.read, viewer, filter, range);
  return { rows: await toActions(db.read, viewer, rows, { filter, limit: LISTED_CHANGES }), total };
}

/** The row of an action with a visible change. Throws `NotFound`. */
export async function getActionRow(db: ReadDb, viewer: Viewer, actionId: string): Promise<ActionRow> {
  const row = await findAction(db, actionId, journalSince());
  const seen = row === undefined ? [] : await listChanges(db, viewer, { actionId }, { after: '', limit: 1 });
  if (row === undefined || seen.length === 0) throw new AppError('NotFound', `Action ${actionId} not found`);
  return row;
}

/** One action with its changes. Throws `NotFound`. */
export async function getMetadataAction(
  { db }: { readonly db: Database },
  viewer: Viewer,
  actionId: string,
): Promise<MetadataAction> {
  const row = await getActionRow(db.read, viewer, actionId);
  const [action] = await toActions(db.read, viewer, [row], { filter: {}, limit: MOST_CHANGES });
  if (action === undefined) throw new AppError('NotFound', `Action ${actionId} not found`);
  return action;
}
