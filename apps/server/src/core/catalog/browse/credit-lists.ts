import type { AuthorShelf, CreditedName, LetterGroup } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  countCreditLetters,
  countCreditNames,
  type CreditKind,
  type CreditList,
  type CreditScope,
  listCreditCounts,
  listCreditRoles,
  listShelfBooks,
  pickCreditNames,
  SHELF_ROLE,
} from '#db/repos/catalog/credit-names.repo.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { sightName } from '#db/repos/rows/viewer-scope.ts';
import { listSearchMarks } from '#db/search/search-marks.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { applyPendingIndexChanges } from '../search/apply-index-changes.ts';
import type { ListContext } from './list-context.ts';

type CreditContext = Pick<ListContext, 'db' | 'lists' | 'filtered'>;

/** A request for names. */
export interface NamesWanted extends PageWanted {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly bookId?: string | undefined;
  readonly role?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: 'name' | 'count';
}

/** A request for one name. */
export interface NameWanted {
  readonly name: string;
  readonly libraryId?: string | undefined;
}

const Row = z.tuple([z.string(), z.string(), z.number(), z.number()]);

interface NameRow extends CreditedName {
  readonly nameKey: string;
}

function parseRow(text: string): NameRow {
  const [key, name, bookCount, seriesCount] = Row.parse(JSON.parse(text));
  return { nameKey: key, name, bookCount, seriesCount };
}

function toAsked({ db }: CreditContext, viewer: Viewer) {
  return { db: db.readHeavy, database: db.kind, viewerScope: viewer };
}

/** More names in one series are not listed. */
const MOST_NAMES = { limit: 5_000, offset: 0 } as const;

/** Rows of a page of a short list, which is not worth a place in the cache. */
async function listFew(
  asked: ReturnType<typeof toAsked>,
  list: CreditList,
  page: PageWanted,
): Promise<Listed<NameRow>> {
  const keys = await pickCreditNames(asked, list, MOST_NAMES);
  const { limit, offset } = toSlice(page);
  return { rows: await listCreditCounts(asked, list, keys.slice(offset, offset + limit)), total: keys.length };
}

/** Rows of a page. Keys of the list and counts of the page are cached until the catalog changes. */
async function listRows(
  ctx: CreditContext,
  viewer: Viewer,
  list: CreditList,
  page: PageWanted,
): Promise<Listed<NameRow>> {
  await applyPendingIndexChanges(ctx);
  const asked = toAsked(ctx, viewer);
  if (list.seriesId !== undefined || list.bookId !== undefined) return listFew(asked, list, page);
  const catalog = {
    changes: () => ctx.lists.changes(),
    isCurrent: async () => (await listSearchMarks(ctx.db.read, 1)).length === 0,
  };
  const name = ['credits', list, sightName(viewer)];
  const { ids: keys, total } = await ctx.filtered.page(
    {
      name: JSON.stringify(name),
      pick: async (slice) => ({ ids: await pickCreditNames(asked, list, slice) }),
      count: async () => countCreditNames(asked, list),
      catalog,
    },
    toSlice(page),
  );
  const count = async () => {
    const rows = await listCreditCounts(asked, list, keys);
    return rows.map(({ nameKey: key, name: word, bookCount, seriesCount }) =>
      JSON.stringify([key, word, bookCount, seriesCount]),
    );
  };
  const counted = await ctx.filtered.page(
    {
      name: JSON.stringify([...name, keys]),
      pick: async () => ({ ids: await count() }),
      count: async () => keys.length,
      catalog,
    },
    { offset: 0, limit: Math.max(1, keys.length) },
  );
  return { rows: counted.ids.map(parseRow), total };
}

function toName({ name, bookCount, seriesCount }: NameRow): CreditedName {
  return { name, bookCount, seriesCount };
}

/** Names of one kind that books which the viewer may see credit. */
export async function listCredits(
  ctx: CreditContext,
  viewer: Viewer,
  kind: CreditKind,
  wanted: NamesWanted,
): Promise<Listed<CreditedName>> {
  const { libraryId, seriesId, bookId, role, search, sort } = wanted;
  const list = { kind, libraryId, seriesId, bookId, role, search, sort };
  const { rows, total } = await listRows(ctx, viewer, list, wanted);
  return { rows: rows.map(toName), total };
}

/** One name, in any spelling. @throws {AppError} `NotFound` when no visible book credits it */
export async function getCredited(
  ctx: CreditContext,
  viewer: Viewer,
  kind: CreditKind,
  { name, libraryId }: NameWanted,
): Promise<CreditedName> {
  await applyPendingIndexChanges(ctx);
  const [found] = await listCreditCounts(toAsked(ctx, viewer), { kind, libraryId }, [nameKey(name)]);
  if (found === undefined) throw new AppError('NotFound', 'No book credits this name');
  return toName(found);
}

interface RoleCount<Role> {
  readonly role: Role;
  readonly bookCount: number;
  readonly seriesCount: number;
}

/** One name with what it does. @param roles in the order of ties @throws {AppError} `NotFound` */
export async function getCreditedRoles<Role extends string>(
  ctx: CreditContext,
  viewer: Viewer,
  kind: CreditKind,
  { roles, ...wanted }: NameWanted & { readonly roles: readonly Role[] },
): Promise<CreditedName & { readonly roles: RoleCount<Role>[] }> {
  const found = await getCredited(ctx, viewer, kind, wanted);
  const scope: CreditScope = { kind, libraryId: wanted.libraryId };
  const rows = await listCreditRoles(toAsked(ctx, viewer), scope, nameKey(wanted.name));
  const counts = roles.map((role) => {
    const inRole = rows.filter(({ roles: held }) => held.includes(` ${role} `));
    const bookCount = inRole.reduce((sum, row) => sum + row.bookCount, 0);
    return { role, bookCount, seriesCount: new Set(inRole.map(({ seriesId }) => seriesId)).size };
  });
  const held = counts.filter(({ bookCount }) => bookCount > 0);
  return { ...found, roles: held.toSorted((one, other) => other.bookCount - one.bookCount) };
}

/** Books of one author in an answer. */
const SHELF_BOOKS = 24;

/** Authors by family name, each with the first of their books. */
export async function listAuthorShelves(
  ctx: CreditContext,
  viewer: Viewer,
  { libraryId, ...page }: PageWanted & { readonly libraryId?: string | undefined },
): Promise<Listed<AuthorShelf>> {
  const scope: CreditScope = { kind: 'person', libraryId, role: SHELF_ROLE };
  const { rows, total } = await listRows(ctx, viewer, { ...scope, sort: 'name' }, page);
  const keys = rows.map(({ nameKey: key }) => key);
  const placed = await listShelfBooks(toAsked(ctx, viewer), scope, keys, SHELF_BOOKS);
  const ids = [...new Set(placed.map(({ id }) => id))];
  const books = new Map((await findBooksById(ctx.db.read, viewer, ids)).map((book) => [book.id, book]));
  const byKey = groupBy(placed, ({ nameKey: key }) => key);
  return {
    rows: rows.map((row) => ({
      ...toName(row),
      books: (byKey.get(row.nameKey) ?? []).flatMap(({ id }) => books.get(id) ?? []),
    })),
    total,
  };
}

/** Authors by the initial letter of their family name. */
export async function listAuthorGroups(
  ctx: CreditContext,
  viewer: Viewer,
  libraryId: string | undefined,
): Promise<LetterGroup[]> {
  await applyPendingIndexChanges(ctx);
  const groups = await countCreditLetters(toAsked(ctx, viewer), { kind: 'person', libraryId, role: SHELF_ROLE });
  return groups.toSorted((one, other) => (one.group < other.group ? -1 : 1));
}
