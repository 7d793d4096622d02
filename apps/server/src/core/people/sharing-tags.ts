import type { SharingTag, SharingTagCreate, SharingTagUpdate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { insertChanges, type NewChange } from '#db/repos/metadata/metadata-journal.repo.ts';
import { countGrants, listDependants } from '#db/repos/people/sharing-grants.repo.ts';
import { insertSharingTagChange } from '#db/repos/people/sharing-journal.repo.ts';
import {
  countBearers,
  findSharingTag,
  findSharingTagsNamed,
  listBearers,
  listSeriesOfBooks,
  listSharingTagRows,
  listSharingTagsOf,
  listTagIdsOf,
  type SharingTagRow,
  updateSharingTagRow,
} from '#db/repos/people/sharing-tags.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { Access } from './access.ts';
import type { TagsOf } from './can-receive-event.ts';
import { createJournaled, newTagAction, removeJournaled, type TagAction, type TagDeedContext } from './tag-audit.ts';

/** What a sharing tag is to say of itself; what is absent stays. */
interface TagChange {
  readonly name?: string;
  readonly description?: string | null;
}

interface Change {
  readonly tag: SharingTagRow;
  readonly change: TagChange;
  /** The change that this one undoes. */
  readonly undoes?: string;
}

/** Tells of every series that bears a tag which is called something else now. */
async function tellOfName(tx: Tx, { events }: Pick<TagDeedContext, 'events'>, tagId: string): Promise<void> {
  const bearers = await listBearers(tx.read, tagId);
  tx.afterCommit(() => {
    for (const series of bearers) events.emit(seriesEvent('series_updated', series, ['sharingTags']));
  });
}

/** Renames or describes a sharing tag, journaled as far as it changes something; a name must be free. */
export async function changeJournaled(
  tx: Tx,
  ctx: Pick<TagDeedContext, 'events'>,
  action: TagAction,
  { tag, change, undoes }: Change,
): Promise<void> {
  const fields = (['name', 'description'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== tag[field],
  );
  if (fields.length === 0) return;
  const { name, description } = { ...tag, ...change };
  await updateSharingTagRow(tx, tag.id, { name, nameKey: nameKey(name), description, updatedAt: Date.now() });
  const changes = fields.map((field): NewChange => {
    const after = change[field] ?? null;
    return { ownerKind: 'term', ownerId: tag.id, field, before: tag[field], after, undoes: undoes ?? null };
  });
  for (const changeId of await insertChanges(tx, { ...action, at: Date.now() }, changes)) {
    await insertSharingTagChange(tx, { changeId, deed: 'change', tag, grants: [] });
  }
  if (fields.includes('name')) await tellOfName(tx, ctx, tag.id);
}

/** What administering sharing tags takes. */
interface SharingContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly access: Access;
}

type Db = Pick<SharingContext, 'db'>;

/** The server's own eyes: who administers tags is to know what they do, whatever is hidden from themselves. */
const EVERYONE = { userId: '' };

/** What is said of a sharing tag that is not there. */
export function noSuchTag(id: string): AppError {
  return new AppError('NotFound', `Sharing tag ${id} not found`);
}

function refuseName(message: string): AppError {
  return new AppError('BadRequest', `Invalid body: name: ${message}`, { details: [{ path: 'name', message }] });
}

function checkName(name: string): void {
  if (nameKey(name) === '') throw refuseName('must have a visible character');
}

function nameTaken(name: string): AppError {
  return refuseName(`"${name}" is the name of another sharing tag`);
}

async function toSharingTags(db: ReadDb, rows: readonly SharingTagRow[]): Promise<SharingTag[]> {
  const ids = rows.map(({ id }) => id);
  const [series, users] = await Promise.all([countBearers(db, EVERYONE, ids), countGrants(db, ids)]);
  return rows.map(({ id, name, description, createdAt, updatedAt }) => ({
    ...{ id, name, description, seriesCount: series.get(id) ?? 0, userCount: users.get(id) ?? 0 },
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/** Which sharing tags, and which page of them. */
interface SharingTagsWanted {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string | undefined;
}

/** A page of sharing tags, by name. */
export async function listSharingTags(
  { db }: Db,
  { page, pageSize, search }: SharingTagsWanted,
): Promise<{ readonly rows: SharingTag[]; readonly total: number }> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize, search };
  const { rows, total } = await listSharingTagRows(db.read, range);
  return { rows: await toSharingTags(db.read, rows), total };
}

/**
 * One sharing tag.
 * @throws {AppError} `NotFound`
 */
export async function getSharingTag({ db }: Db, id: string): Promise<SharingTag> {
  const row = await findSharingTag(db.read, id);
  const [tag] = row === undefined ? [] : await toSharingTags(db.read, [row]);
  if (tag === undefined) throw noSuchTag(id);
  return tag;
}

function newTag({ name, description = null }: SharingTagCreate): SharingTagRow {
  const now = Date.now();
  return {
    ...{ id: newId(), name: name.trim(), nameKey: nameKey(name) },
    description: description === '' ? null : description,
    ...{ createdAt: now, updatedAt: now },
  };
}

/**
 * Adds a sharing tag: an action of the journal that can be undone while nothing bears it.
 * @throws {AppError} `BadRequest` for a name that is taken, or has no visible character
 */
export async function createSharingTag(ctx: Db, viewer: Viewer, input: SharingTagCreate): Promise<SharingTag> {
  checkName(input.name);
  const tag = newTag(input);
  await ctx.db.transaction(async (tx) => {
    if (!(await createJournaled(tx, newTagAction(viewer), tag))) throw nameTaken(tag.name);
  });
  return await getSharingTag(ctx, tag.id);
}

/**
 * The sharing tags that names mean; unknown ones are created, as part of an action.
 * @throws {AppError} `BadRequest` for a name without any visible character
 */
export async function ensureSharingTags(tx: Tx, action: TagAction, names: readonly string[]): Promise<SharingTagRow[]> {
  for (const name of names) {
    checkName(name);
    await createJournaled(tx, action, newTag({ name }));
  }
  return await findSharingTagsNamed(tx.read, names);
}

/**
 * Renames or describes a sharing tag: an action of the journal that can be undone.
 * @throws {AppError} `NotFound`, or `BadRequest` for a name that is taken
 */
export async function updateSharingTag(
  ctx: SharingContext,
  viewer: Viewer,
  id: string,
  input: SharingTagUpdate,
): Promise<SharingTag> {
  const { name, description } = input;
  if (name !== undefined) checkName(name);
  await ctx.db.transaction(async (tx) => {
    const tag = await findSharingTag(tx.read, id);
    if (tag === undefined) throw noSuchTag(id);
    const [other] = name === undefined ? [] : await findSharingTagsNamed(tx.read, [name]);
    if (other !== undefined && other.id !== id) throw nameTaken(other.name);
    const change = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
    };
    await changeJournaled(tx, ctx, newTagAction(viewer), { tag, change });
  });
  return await getSharingTag(ctx, id);
}

/**
 * Deletes a sharing tag with all that bears it and all grants of it: an action of the journal that can be undone.
 * @throws {AppError} `NotFound`; `Conflict` while it is all that a user is allowed: they would see everything at once
 */
export async function deleteSharingTag(ctx: SharingContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const tag = await findSharingTag(tx.read, id);
    if (tag === undefined) throw noSuchTag(id);
    const dependants = await listDependants(tx.read, id);
    if (dependants.length > 0) {
      const who = dependants.slice(0, 5).join(', ') + (dependants.length > 5 ? ' and others' : '');
      throw new AppError(
        'Conflict',
        `"${tag.name}" is all that ${who} may see, who would see everything without it: change that first`,
      );
    }
    await removeJournaled(tx, ctx, newTagAction(viewer), { tag });
  });
}

/** Looks up what bears which sharing tags now: series that were deleted a moment ago keep theirs. */
export async function lookUpTags(
  { db }: { readonly db: Pick<Database, 'read'> },
  audiences: readonly Audience[],
): Promise<TagsOf> {
  const ofCatalog = audiences.filter((audience) => audience.kind === 'libraries');
  const bookIds = new Set(ofCatalog.flatMap(({ bookId }) => bookId ?? []));
  const series = await listSeriesOfBooks(db.read, [...bookIds]);
  const seriesOf = ({ seriesId, bookId }: LibraryAudience): string | undefined => seriesId ?? series.get(bookId ?? '');
  const tags = await listTagIdsOf(db.read, [...new Set(ofCatalog.flatMap((audience) => seriesOf(audience) ?? []))]);
  return (audience) => {
    const seriesId = seriesOf(audience);
    return seriesId === undefined ? undefined : (tags.get(seriesId) ?? []);
  };
}

/** Names of the sharing tags of series; without any a series is left out. */
export async function sharingNamesOf(
  db: ReadDb,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const { seriesId, name } of await listSharingTagsOf(db, seriesIds)) {
    names.set(seriesId, [...(names.get(seriesId) ?? []), name]);
  }
  return names;
}

/**
 * Lets only those decide who sees what that administer the server.
 * @throws {AppError} `Forbidden`
 */
export function requireSharing({ permissions }: Pick<Viewer, 'permissions'>): void {
  if (permissions.has('SystemAdmin')) return;
  throw new AppError('Forbidden', 'Sharing tags need the permission SystemAdmin');
}
