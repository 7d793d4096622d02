import { MAX_MEMBERS, type SharedBook, type SharedItem, type ShareKind } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { clientAddress } from '#core/people/client-address.ts';
import { findSessionViewer } from '#core/people/identify.ts';
import { isSameHash } from '#core/people/key-text.ts';
import { hashToken } from '#core/people/mail-link.ts';
import { makeViewer } from '#core/people/make-viewer.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findShare, isInReadList } from '#db/repos/lists/shares.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { narrowSight } from '#db/repos/rows/viewer-scope.ts';
import type { ShareTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { ReadContext } from '../contexts.ts';
import { pickReadListBooks } from '../lists/read-lists.ts';
import { getList } from '../lists/get-list.ts';
import { allowsShares, toHighlight } from './shares.ts';

/** What opening links takes. */
export interface OpenContext extends ReadContext {
  readonly settings: Settings;
  readonly access: Access;
}

/** How long a browser may read before it opens the link again. */
const OPEN_MS = 12 * 3_600_000;

/** A link that was opened: what its cookie says. */
export interface OpenedShare {
  readonly item: SharedItem;
  readonly cookie: string;
  /** Lifetime of the cookie. */
  readonly seconds: number;
}

/** One error for unknown, ended and hidden links, and for everything that a link does not share. */
function noSuchShare(): AppError {
  return new AppError('NotFound', say('This link does not work any more'));
}

/** The account that reads a link; undefined without a session that is good now. */
async function findReader(ctx: OpenContext, sessionId: string | null): Promise<Viewer | undefined> {
  try {
    return sessionId === null ? undefined : await findSessionViewer(ctx, sessionId);
  } catch (error) {
    // The key that opened the session has ended.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The sight in which a link is read: that of its maker now, within the sharing tags and the age limit of the reader. It has no user, so nothing of
 * the maker or the reader is read or written.
 * @param sessionId of the reader; null without. A link for anyone needs none, but a child profile must not see more by it
 * @throws {AppError} `NotFound`, or `Unauthorized` for a link for accounts without a session
 */
async function findSight(ctx: OpenContext, row: ShareTable, sessionId: string | null): Promise<Viewer> {
  if (!allowsShares(ctx, row.audience)) throw noSuchShare();
  const maker = await findUser(ctx.db.read, row.createdBy);
  if (maker?.isActive !== 1) throw noSuchShare();
  const viewer = await makeViewer(ctx.db.read, maker, null);
  if (!viewer.permissions.has('PagesRead')) throw noSuchShare();
  const permissions: Viewer['permissions'] = new Set(['BooksRead', 'PagesRead']);
  const anonymous = { ...viewer, userId: '', username: '', role: 'reader' as const, permissions };
  const reader = await findReader(ctx, sessionId);
  if (reader !== undefined) return { ...anonymous, ...narrowSight(viewer, { sharing: reader.sharing }) };
  if (row.audience === 'anyone') return anonymous;
  throw new AppError('Unauthorized', say('Sign in first'));
}

function digest({ access }: OpenContext, { id, tokenHash }: ShareTable, claim: string): string {
  return access.digestOf('share', `${id} ${tokenHash} ${claim}`);
}

const COOKIE = /^([0-9a-z]{6,10})\.([0-9a-f-]{36}|-)\.([\w-]{43})$/;

/** A link that a cookie opened, in the sight in which it is read now. */
interface InSight {
  readonly row: ShareTable;
  readonly viewer: Viewer;
}

/** A browser that opened a link. */
export interface ShareBrowser {
  /** What the link left there. */
  readonly cookie: string | undefined;
  /** The session that it has now; null without. */
  readonly sessionId: string | null;
}

/** The link of a cookie. @throws {AppError} `NotFound` or `Unauthorized` */
async function getInSight(ctx: OpenContext, id: string, { cookie, sessionId }: ShareBrowser): Promise<InSight> {
  const now = Date.now();
  const [, until = '', session = '', given = ''] = COOKIE.exec(cookie ?? '') ?? [];
  const row = await findShare(ctx.db.read, { id }, now);
  if (row === undefined || Number.parseInt(until, 36) <= now) throw noSuchShare();
  if (!isSameHash(digest(ctx, row, `${until}.${session}`), given)) throw noSuchShare();
  return { row, viewer: await findSight(ctx, row, session === '-' ? sessionId : session) };
}

async function listBooks(ctx: OpenContext, { row, viewer }: InSight): Promise<SharedBook[]> {
  const all = { page: 1, pageSize: MAX_MEMBERS, direction: 'asc' } as const;
  const ids = row.kind === 'readList' ? (await pickReadListBooks(ctx, viewer, row.targetId, all)).rows : [row.targetId];
  const books = await findBooksById(ctx.db.read, viewer, ids);
  return books
    .filter(({ deleted }) => !deleted)
    .map(({ id, title, fileFormat, pageCount, readingDirection, layout, coverVersion }) => {
      return { id, title, fileFormat, pageCount, readingDirection, layout, coverVersion };
    });
}

/** A link as its reader sees it. @throws {AppError} `NotFound` when its maker sees nothing of it any more */
async function describeShare(ctx: OpenContext, open: InSight): Promise<SharedItem> {
  const { row, viewer } = open;
  const kind = row.kind as ShareKind;
  const list = kind === 'readList' ? await getList(ctx, viewer, { kind, id: row.targetId }).catch(hide) : undefined;
  const books = await listBooks(ctx, open);
  const name = list?.name ?? books[0]?.title;
  if (name === undefined) throw noSuchShare();
  const highlight = toHighlight(row);
  return {
    ...{ id: row.id, kind, name, expiresAt: new Date(row.expiresAt).toISOString(), books },
    ...(highlight === undefined ? {} : { highlight }),
  };
}

/** The name of a hidden list does not show in an error. */
function hide(error: unknown): never {
  throw error instanceof AppError ? noSuchShare() : error;
}

/**
 * Opens a link for a client, whose `sessionId` is null when it is not signed in.
 * @throws {AppError} `NotFound`; `Unauthorized` for a link for accounts; `rate_limit_exceeded` after ten unknown links
 */
export async function openShare(
  ctx: OpenContext,
  token: string,
  { ip, sessionId }: { readonly ip: string; readonly sessionId: string | null },
): Promise<OpenedShare> {
  const budgets = [{ kind: 'share', key: clientAddress(ip) }] as const;
  ctx.access.throttle.check(budgets);
  const now = Date.now();
  const row = await findShare(ctx.db.read, { tokenHash: hashToken(token) }, now);
  if (row === undefined) {
    ctx.access.throttle.failed(budgets);
    throw noSuchShare();
  }
  const item = await describeShare(ctx, { row, viewer: await findSight(ctx, row, sessionId) });
  const until = Math.min(row.expiresAt, now + OPEN_MS);
  const claim = `${until.toString(36)}.${row.audience === 'anyone' ? '-' : (sessionId ?? '-')}`;
  return { item, cookie: `${claim}.${digest(ctx, row, claim)}`, seconds: Math.ceil((until - now) / 1000) };
}

/** What an opened link shares now. @throws {AppError} `NotFound` or `Unauthorized` */
export async function getShared(ctx: OpenContext, id: string, browser: ShareBrowser): Promise<SharedItem> {
  return await describeShare(ctx, await getInSight(ctx, id, browser));
}

/** What of a shared book is asked for. A quotation has a cover and opens no book. */
export interface SharedPart {
  readonly id: string;
  readonly bookId: string;
  readonly part: 'cover' | 'content';
}

/**
 * The viewer who may read one book of an opened link: use cases for pages and covers take it.
 * @throws {AppError} `NotFound` for any other book, or `Unauthorized`
 */
export async function getSharedReader(
  ctx: OpenContext,
  { id, bookId, part }: SharedPart,
  browser: ShareBrowser,
): Promise<Viewer> {
  const { row, viewer } = await getInSight(ctx, id, browser);
  const kind = row.kind as ShareKind;
  if (kind === 'highlight' && part !== 'cover') throw noSuchShare();
  if (kind === 'readList') await getList(ctx, viewer, { kind, id: row.targetId }).catch(hide);
  const isShared =
    kind === 'readList' ? await isInReadList(ctx.db.read, row.targetId, bookId) : bookId === row.targetId;
  const [book] = isShared ? await findBooksById(ctx.db.read, viewer, [bookId]) : [];
  if (book === undefined || book.deleted) throw noSuchShare();
  return viewer;
}
