import { randomBytes } from 'node:crypto';
import {
  type CreatedShare,
  type MadeShare,
  type Share,
  ShareAudience,
  type ShareCreate,
  type SharedHighlight,
  type ShareKind,
} from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { hashToken } from '#core/people/mail-link.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findLists } from '#db/repos/lists/shared-lists.repo.ts';
import {
  countOpenShares,
  countShares,
  deleteShareRow,
  listOpenShares,
  listShareRows,
  writeShare,
} from '#db/repos/lists/shares.repo.ts';
import type { ShareTable } from '#db/schema/index.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { Mailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import type { ReadContext } from '../contexts.ts';
import { getList, isEmptyRule } from '../lists/get-list.ts';
import { type QuotationContext, resolveQuotation } from './resolve-quotation.ts';

/** What making links takes. */
export interface SharesContext extends ReadContext, AuditContext, QuotationContext {
  readonly settings: Settings;
  readonly mailer: Pick<Mailer, 'publicUrl'>;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** Open links that one user may have. */
const MAX_OPEN = 200;

/** The quotation of a link; undefined for other kinds. */
export function toHighlight({ quotation, position }: ShareTable): SharedHighlight | undefined {
  return quotation === null || position === null ? undefined : { text: quotation, position };
}

function toShare(row: ShareTable): Share {
  const highlight = toHighlight(row);
  return {
    id: row.id,
    kind: row.kind as ShareKind,
    targetId: row.targetId,
    name: row.name,
    ...(highlight === undefined ? {} : { highlight }),
    audience: row.audience as Share['audience'],
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}

/** Whether admins allow links for an audience now. Switched off, all of them end. */
export function allowsShares({ settings }: Pick<SharesContext, 'settings'>, audience: string): boolean {
  const allowed = settings.get('sharing.links');
  return allowed === 'anyone' || (allowed === 'accounts' && audience === 'accounts');
}

/** Ids of the targets of links that the viewer may see now. */
async function listSeenTargets(ctx: ReadContext, viewer: Viewer, rows: readonly ShareTable[]): Promise<Set<string>> {
  const { read } = ctx.db;
  const pickTargets = (areLists: boolean): string[] =>
    rows.flatMap(({ kind, targetId }) => ((kind === 'readList') === areLists ? [targetId] : []));
  const seen = new Set((await findBooksById(read, viewer, pickTargets(false))).map(({ id }) => id));
  for (const list of await findLists(read, 'readList', viewer, pickTargets(true))) {
    if (!(await isEmptyRule(ctx, viewer, list))) seen.add(list.id);
  }
  return seen;
}

/** Links of the viewer that can be opened, newest first. Those to what the viewer sees no longer open nothing, and would tell its name. */
export async function listShares(ctx: Pick<SharesContext, 'settings'> & ReadContext, viewer: Viewer): Promise<Share[]> {
  const rows = await listShareRows(ctx.db.read, viewer.userId, Date.now());
  const allowed = rows.filter(({ audience }) => allowsShares(ctx, audience));
  const seen = await listSeenTargets(ctx, viewer, allowed);
  return allowed.filter(({ targetId }) => seen.has(targetId)).map(toShare);
}

/** Links of all users that can be opened, newest first. Names of what the viewer does not see are left out. */
export async function listAllShares(
  ctx: Pick<SharesContext, 'settings'> & ReadContext,
  viewer: Viewer,
  page: PageWanted,
): Promise<Listed<MadeShare>> {
  const audiences = ShareAudience.options.filter((audience) => allowsShares(ctx, audience));
  if (audiences.length === 0) return { rows: [], total: 0 };
  const which = { audiences, now: Date.now() };
  const { read } = ctx.db;
  const [rows, total] = await Promise.all([listOpenShares(read, which, toSlice(page)), countOpenShares(read, which)]);
  const seen = await listSeenTargets(ctx, viewer, rows);
  return {
    rows: rows.map((row) => {
      const { id, kind, targetId, name, audience, createdAt, expiresAt } = toShare(row);
      const maker = { id: row.createdBy, username: row.username };
      return { id, kind, targetId, name: seen.has(targetId) ? name : null, audience, createdAt, expiresAt, maker };
    }),
    total,
  };
}

/** The name of what a viewer shares. @throws {AppError} `NotFound` */
async function getTargetName(ctx: ReadContext, viewer: Viewer, kind: ShareKind, id: string): Promise<string> {
  if (kind === 'readList') return (await getList(ctx, viewer, { kind, id })).name;
  const [book] = await findBooksById(ctx.db.read, viewer, [id]);
  if (book === undefined || book.deleted) throw new AppError('NotFound', `Book ${id} not found`);
  return book.title;
}

/**
 * Makes a link. Only this answer has it; the database stores a hash of the token.
 * @throws {AppError} `Forbidden` where admins do not allow it, and for a key with permissions of its own; `NotFound`; `Conflict`
 *   for too many; `rate_limit_exceeded` for too many of a day; `BadRequest` for a quotation that the book does not have
 */
export async function createShare(ctx: SharesContext, viewer: Viewer, input: ShareCreate): Promise<CreatedShare> {
  requirePerson(viewer);
  const { kind, targetId, audience = 'accounts', expiresInDays = 30 } = input;
  if (!allowsShares(ctx, audience)) throw new AppError('Forbidden', say('Admins do not allow this kind of link'));
  if (!viewer.permissions.has('PagesRead')) {
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'PagesRead' }));
  }
  const name = await getTargetName(ctx, viewer, kind, targetId);
  const { highlight } = input;
  const quoted = highlight === undefined ? undefined : await resolveQuotation(ctx, viewer, targetId, highlight);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return await ctx.db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `shares of ${viewer.userId}`);
    const now = Date.now();
    if ((await countShares(tx.read, viewer.userId, now)) >= MAX_OPEN) {
      throw new AppError('Conflict', say('You have too many shared links. End one first'));
    }
    await requireAuditBudget(tx, viewer, 'share_made');
    const row = {
      ...{ id: newId(), tokenHash: hashToken(token), createdBy: viewer.userId, kind, targetId, name, audience },
      ...{ quotation: quoted?.text ?? null, position: quoted?.position ?? null },
      ...{ createdAt: now, expiresAt: now + expiresInDays * DAY_MS },
    };
    await writeShare(tx, row);
    const details = { kind, targetId, audience, expiresAt: new Date(row.expiresAt).toISOString() };
    const target = { kind: 'share', id: row.id, name };
    await writeAudit(tx, ctx, { action: 'share_made', actor: viewer, target, details });
    return { ...toShare(row), url: `${ctx.mailer.publicUrl.replace(/\/+$/, '')}/shared#${token}` };
  });
}

/** Ends a link of the viewer; an admin ends any. @throws {AppError} `NotFound` */
export async function deleteShare(ctx: ReadContext & AuditContext, viewer: Viewer, id: string): Promise<void> {
  const maker = viewer.permissions.has('SystemAdmin') ? undefined : viewer.userId;
  await ctx.db.transaction(async (tx) => {
    const row = await deleteShareRow(tx, id, maker);
    if (row === undefined) throw new AppError('NotFound', `Shared link ${id} not found`);
    const target = { kind: 'share', id, name: row.name };
    await writeAudit(tx, ctx, { action: 'share_deleted', actor: viewer, target });
  });
}
