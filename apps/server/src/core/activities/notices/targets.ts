import {
  NOTICE_AUDIENCES,
  NoticeKind,
  type NoticeTarget,
  type NoticeTargetNew,
  NoticeTargetType,
  type NoticeTargetUpdate,
  type NoticeTest,
  toTimestamp,
} from '@lectern/contract';
import { z } from 'zod';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  countTargets,
  deleteTarget,
  findTarget,
  insertTarget,
  listTargets,
  type TargetChange,
  type TargetRow,
  updateTarget,
  writeTargetFailure,
  writeTargetSuccess,
} from '#db/repos/system/notices.repo.ts';
import { say, spokenLanguage } from '#words/say.ts';
import { speak } from '#words/speak.ts';
import { sayStored, sayStoredOrNull, storeMessage, toStored } from '#words/stored-message.ts';
import { describeTest } from './describe-notice.ts';
import type { NoticeContext } from './notice-context.ts';
import {
  findOwner,
  findTargetLanguage,
  NoticeFailure,
  openTarget,
  readSealed,
  SealedTarget,
  sendToTarget,
} from './send-notice.ts';
import { invalidField } from '#core/invalid-field.ts';

/** Whose targets: those of the viewer, or those of the server. */
export type TargetScope = 'user' | 'server';

const MAX_TARGETS = 20;
const MIN_SIGNING_SECRET = 16;

const Kinds = z.array(NoticeKind.catch('new_books'));

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

function toTarget(ctx: NoticeContext, row: TargetRow): NoticeTarget {
  return {
    id: row.id,
    name: row.name,
    type: NoticeTargetType.parse(row.type),
    place: sayStored(row.place),
    hasSecret: readSealed(ctx, row)?.secret !== undefined,
    kinds: [...new Set(Kinds.parse(JSON.parse(row.kinds)))],
    enabled: row.enabled === 1,
    failures: row.failures,
    lastError: sayStoredOrNull(row.lastError),
    lastErrorAt: toTimestamp(row.lastErrorAt),
    lastSentAt: toTimestamp(row.lastSentAt),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

function checkKinds(kinds: readonly NoticeKind[] | undefined, scope: TargetScope): void {
  const wrong = kinds?.find((kind) => NOTICE_AUDIENCES[kind] !== scope);
  if (wrong === undefined) return;
  const choices = Object.entries(NOTICE_AUDIENCES).flatMap(([kind, audience]) => (audience === scope ? [kind] : []));
  refuse('kinds', say('must be some of {choices}', { choices: choices.join(', ') }));
}

function parseAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    refuse('url', say('must be an http or https address'));
  if (url.username !== '' || url.password !== '') refuse('url', say('must not contain a name or password'));
  return url;
}

function checkMail({ url, secret, address }: SealedTarget, scope: TargetScope): void {
  if (url !== undefined) refuse('url', say('must be empty, because this target gets mails'));
  if (secret !== undefined) refuse('secret', say('must be empty, because this target gets mails'));
  if (scope === 'server' && address === undefined) refuse('address', say('must be a mail address'));
  if (scope === 'user' && address !== undefined)
    refuse('address', say('must be empty, because the mails go to the address of your account'));
}

function checkSecret(type: NoticeTargetType, secret: string | undefined): void {
  if (type === 'webhook' && (secret?.length ?? 0) < MIN_SIGNING_SECRET) {
    refuse(
      'secret',
      say(
        'must have at least {min, plural, one {# character} other {# characters}}, because it signs the notifications',
        {
          min: MIN_SIGNING_SECRET,
        },
      ),
    );
  }
  if (type === 'gotify' && secret === undefined)
    refuse('secret', say('must be the token of the application in Gotify'));
  if (type === 'discord' && secret !== undefined)
    refuse('secret', say('must be empty, because the address of a Discord webhook is its secret'));
}

/** Whether address and secret fit the type. */
function checkSealed(type: NoticeTargetType, sealed: SealedTarget, scope: TargetScope): void {
  if (type === 'mail') {
    checkMail(sealed, scope);
    return;
  }
  const { url, secret, address } = sealed;
  if (address !== undefined) refuse('address', say('must be empty for this type of target'));
  if (url === undefined) refuse('url', say('must be a web address'));
  const { pathname } = parseAddress(url);
  if (type === 'ntfy' && pathname.split('/').filter((part) => part !== '').length === 0) {
    refuse('url', say('must end with the topic, such as https://ntfy.sh/my-topic'));
  }
  checkSecret(type, secret);
}

function describePlace(type: NoticeTargetType, { url, address }: SealedTarget): string {
  if (type === 'mail') return address ?? storeMessage('the mail address of the account');
  return url === undefined ? '' : new URL(url).host;
}

async function getRow({ db }: NoticeContext, viewer: Viewer, scope: TargetScope, id: string): Promise<TargetRow> {
  const row = await findTarget(db.read, id);
  const isInScope = row !== undefined && row.userId === (scope === 'user' ? viewer.userId : null);
  if (!isInScope) throw new AppError('NotFound', `Notification target ${id} not found`);
  return row;
}

/** Targets of the viewer or of the server. */
export async function listNoticeTargets(
  ctx: NoticeContext,
  viewer: Viewer,
  scope: TargetScope,
): Promise<NoticeTarget[]> {
  const rows = await listTargets(ctx.db.read, scope === 'user' ? viewer.userId : null);
  return rows.map((row) => toTarget(ctx, row));
}

type TargetContext = NoticeContext & AuditContext;

/** Records a change of where the server sends notices. Those of a user are theirs. */
async function noteTarget(
  tx: Tx,
  ctx: AuditContext,
  viewer: Viewer,
  { row, change }: { readonly row: Pick<TargetRow, 'id' | 'userId' | 'name'>; readonly change: string },
): Promise<void> {
  if (row.userId !== null) return;
  const target = { kind: 'notification target', id: row.id, name: row.name };
  await writeAudit(tx, ctx, { action: 'setting_changed', actor: viewer, target, details: { change } });
}

/** Adds a target. @throws {AppError} `BadRequest` for what does not fit its type, `Conflict` at the limit */
export async function createNoticeTarget(
  ctx: TargetContext,
  viewer: Viewer,
  scope: TargetScope,
  { name, type, kinds, enabled, ...rest }: NoticeTargetNew,
): Promise<NoticeTarget> {
  checkKinds(kinds, scope);
  const sealed = SealedTarget.parse(rest);
  checkSealed(type, sealed, scope);
  const now = Date.now();
  const row: TargetRow = {
    id: newId(),
    userId: scope === 'user' ? viewer.userId : null,
    viewerId: viewer.userId,
    name,
    type,
    place: describePlace(type, sealed),
    sealed: ctx.access.sealer.seal({ ...sealed, language: spokenLanguage() }),
    kinds: JSON.stringify([...new Set(kinds)]),
    enabled: Number(enabled),
    failures: 0,
    lastError: null,
    lastErrorAt: null,
    lastSentAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db.transaction(async (tx) => {
    if ((await countTargets(tx.read, row.userId)) >= MAX_TARGETS) {
      throw new AppError(
        'Conflict',
        say('There can be at most {max, plural, one {# target} other {# targets}}. Delete one first', {
          max: MAX_TARGETS,
        }),
      );
    }
    await insertTarget(tx, row);
    await noteTarget(tx, ctx, viewer, { row, change: 'added' });
  });
  return toTarget(ctx, row);
}

/** What becomes of address and secret. A user who changes the server may not know the secret, so it is not sent there. */
function changeSealed(known: SealedTarget, { url, secret, address }: NoticeTargetUpdate): SealedTarget {
  const isElsewhere = url !== undefined && URL.parse(url)?.origin !== URL.parse(known.url ?? '')?.origin;
  const kept = secret === undefined && !isElsewhere ? known.secret : (secret ?? undefined);
  return SealedTarget.parse({
    ...known,
    ...(url === undefined ? {} : { url }),
    ...(address === undefined ? {} : { address }),
    secret: kept,
  });
}

/** Changes the given fields. @throws {AppError} `NotFound`, or `BadRequest` for what does not fit the type */
export async function changeNoticeTarget(
  ctx: TargetContext,
  viewer: Viewer,
  { scope, id }: { readonly scope: TargetScope; readonly id: string },
  update: NoticeTargetUpdate,
): Promise<NoticeTarget> {
  const row = await getRow(ctx, viewer, scope, id);
  checkKinds(update.kinds, scope);
  const type = NoticeTargetType.parse(row.type);
  const isReplaced = update.url !== undefined || update.secret !== undefined || update.address !== undefined;
  const sealed = changeSealed(readSealed(ctx, row) ?? {}, update);
  if (isReplaced) checkSealed(type, sealed, scope);
  const change: TargetChange = {
    ...(update.name === undefined ? {} : { name: update.name }),
    ...(update.kinds === undefined ? {} : { kinds: JSON.stringify([...new Set(update.kinds)]) }),
    ...(update.enabled === undefined ? {} : { enabled: Number(update.enabled) }),
    ...(isReplaced
      ? {
          sealed: ctx.access.sealer.seal(sealed),
          place: describePlace(type, sealed),
          failures: 0,
          lastError: null,
          lastErrorAt: null,
        }
      : {}),
    viewerId: viewer.userId,
    updatedAt: Date.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await updateTarget(tx, id, change);
    await noteTarget(tx, ctx, viewer, { row, change: 'changed' });
  });
  return toTarget(ctx, await getRow(ctx, viewer, scope, id));
}

/** Removes a target with what is on its way there. @throws {AppError} `NotFound` */
export async function removeNoticeTarget(
  ctx: TargetContext,
  viewer: Viewer,
  scope: TargetScope,
  id: string,
): Promise<void> {
  const row = await getRow(ctx, viewer, scope, id);
  await ctx.db.transaction(async (tx) => {
    await deleteTarget(tx, id);
    await noteTarget(tx, ctx, viewer, { row, change: 'removed' });
  });
}

/** Sends a test notice now. @throws {AppError} `NotFound` */
export async function testNoticeTarget(
  ctx: NoticeContext,
  viewer: Viewer,
  { scope, id }: { readonly scope: TargetScope; readonly id: string },
  signal: AbortSignal,
): Promise<NoticeTest> {
  const target = await getRow(ctx, viewer, scope, id);
  try {
    openTarget(ctx, target);
    const owner = await findOwner(ctx, target);
    const language = await findTargetLanguage(ctx, target, owner);
    const notice = await speak(language, async () => describeTest());
    await sendToTarget(ctx, { target, owner }, { notice, deliveryId: newId() }, signal);
  } catch (error) {
    if (!(error instanceof NoticeFailure)) throw error;
    await ctx.db.transaction(async (tx) => writeTargetFailure(tx, id, toStored(error.message)));
    return { ok: false, message: error.message };
  }
  await ctx.db.transaction(async (tx) => writeTargetSuccess(tx, id));
  return { ok: true, message: say('{place} took the test notice', { place: sayStored(target.place) }) };
}
