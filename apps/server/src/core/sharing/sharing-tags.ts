import type { SharingTag, SharingTagCreate, SharingTagUpdate } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { nameKey } from '#db/name-key.ts';
import { countGrants, listDependants } from '#db/repos/users/sharing-grants.repo.ts';
import {
  countBearers,
  findSharingTag,
  findSharingTagsNamed,
  listSharingTagRows,
  type SharingTagRow,
} from '#db/repos/users/sharing-tags.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { AppError } from '../errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { Viewer } from '../viewer.ts';
import { changeJournaled } from './change-tag.ts';
import { createJournaled, newTagAction, removeJournaled, type TagAction } from './tag-deeds.ts';

/** What administering sharing tags takes. */
export interface SharingContext {
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
export interface SharingTagsWanted {
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
 * The sharing tags that names mean; those that nobody named before are made, as part of an action.
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
 * @throws {AppError} `NotFound`; `Conflict` while it is all that somebody is allowed: they would see everything at once
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
