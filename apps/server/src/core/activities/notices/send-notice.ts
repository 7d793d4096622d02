import { type Language, LANGUAGE_TAGS, NoticeKind, NoticeTargetType } from '@lectern/contract';
import { z } from 'zod';
import { findLanguagePreference } from '#core/people/find-language.ts';
import { makeViewer } from '#core/people/make-viewer.ts';
import { escapeHtml } from '#core/people/write-mail.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  deleteDelivery,
  findDelivery,
  type TargetRow,
  writeTargetFailure,
  writeTargetSuccess,
} from '#db/repos/system/notices.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { FetchFailure } from '#net/fetch-failure.ts';
import { say } from '#words/say.ts';
import { sayStored, toStored } from '#words/stored-message.ts';
import { speak } from '#words/speak.ts';
import { describeNotice, type Notice } from './describe-notice.ts';
import type { NoticeContext } from './notice-context.ts';
import { buildLink, type Outgoing, TARGET_FORMATS } from './target-formats.ts';

/** What is sealed of a target. */
export const SealedTarget = z.object({
  url: z.string().optional(),
  secret: z.string().optional(),
  address: z.string().optional(),
  /** Of the request that added the target. */
  language: z.enum(LANGUAGE_TAGS).optional(),
});
export type SealedTarget = z.infer<typeof SealedTarget>;

/** A notice that did not arrive, in words for the owner of the target. */
export class NoticeFailure extends Error {
  override readonly name = 'NoticeFailure';
  /** Whether another attempt can succeed without a change by a user. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.isPassing = isPassing;
  }
}

/** An account and what it sees now. */
interface Owner {
  readonly user: UserTable;
  readonly viewer: Viewer;
}

/** The active account that decides what the notices of a target may name. */
export async function findOwner({ db }: Pick<NoticeContext, 'db'>, target: TargetRow): Promise<Owner | undefined> {
  const id = target.userId ?? target.viewerId;
  const user = id === null ? undefined : await findUser(db.read, id);
  if (user?.isActive !== 1) return undefined;
  return { user, viewer: await makeViewer(db.read, user, null) };
}

/** Decrypts a target; undefined when the signing secret of the server is another one now. */
export function readSealed({ access }: Pick<NoticeContext, 'access'>, target: TargetRow): SealedTarget | undefined {
  return SealedTarget.safeParse(access.sealer.open(target.sealed)).data;
}

/** Decrypts a target. @throws {NoticeFailure} the signing secret of the server is another one now */
export function openTarget(ctx: Pick<NoticeContext, 'access'>, target: TargetRow): SealedTarget {
  const sealed = readSealed(ctx, target);
  if (sealed !== undefined) return sealed;
  throw new NoticeFailure(
    say('The address can no longer be read, because the server has a new signing secret. Enter it again'),
    false,
  );
}

/** The language of a target: the one that its owner chose, else that of the browser that added the target. */
export async function findTargetLanguage(
  ctx: Pick<NoticeContext, 'access' | 'db'>,
  target: TargetRow,
  owner: Owner | undefined,
): Promise<Language> {
  const chosen = owner === undefined ? undefined : await findLanguagePreference(ctx.db.read, owner.user.id);
  return chosen ?? readSealed(ctx, target)?.language ?? 'en';
}

function toFailure(error: unknown, isAdmin: boolean): unknown {
  if (!(error instanceof FetchFailure)) return error;
  const { kind, status = 0, message } = error;
  if (kind === 'private') {
    const words = isAdmin
      ? say('{reason}. The setting releases.private_networks can allow it', { reason: message })
      : say('{reason}. Only targets of admins may reach other networks', { reason: message });
    return new NoticeFailure(words, false, error);
  }
  if (kind === 'refused') return new NoticeFailure(message, false, error);
  const isPassing = kind !== 'status' || status >= 500 || status === 408 || status === 429;
  return new NoticeFailure(message, isPassing, error);
}

function findMailAddress(target: TargetRow, sealed: SealedTarget, owner: Owner | undefined): string {
  if (target.userId === null) return sealed.address ?? '';
  const { email, emailVerified } = owner?.user ?? { email: null, emailVerified: 0 };
  if (email === null) throw new NoticeFailure(say('Your account has no mail address'), false);
  if (emailVerified !== 1) throw new NoticeFailure(say('The mail address of your account is not confirmed'), false);
  return email;
}

async function sendMail({ mailer }: NoticeContext, to: string, outgoing: Outgoing): Promise<void> {
  if (mailer.problem !== undefined) throw new NoticeFailure(mailer.problem, false);
  const { title, lines } = outgoing.notice;
  const link = buildLink(outgoing);
  const text = [title, '', ...lines, ...(link === undefined ? [] : ['', link])].join('\n');
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  const anchor = link === undefined ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  const html = `<p><strong>${escapeHtml(title)}</strong></p><ul>${items}</ul>${anchor}`;
  try {
    await mailer.send({ to, subject: `${outgoing.serverName}: ${title}`, text: `${text}\n`, html });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : say('no answer');
    throw new NoticeFailure(say('The mail server did not take the mail ({code})', { code }), true, error);
  }
}

/**
 * Sends one notice to a target, once.
 * @throws {NoticeFailure} in words
 */
export async function sendToTarget(
  ctx: NoticeContext,
  { target, owner }: { readonly target: TargetRow; readonly owner: Owner | undefined },
  { notice, deliveryId }: { readonly notice: Notice; readonly deliveryId: string },
  signal?: AbortSignal,
): Promise<void> {
  const sealed = openTarget(ctx, target);
  const outgoing: Outgoing = {
    notice,
    deliveryId,
    serverName: ctx.settings.get('application.name'),
    publicUrl: (ctx.config.server.publicUrl ?? '').replace(/\/+$/, ''),
    now: Date.now(),
  };
  const type = NoticeTargetType.parse(target.type);
  if (type === 'mail') {
    await sendMail(ctx, findMailAddress(target, sealed, owner), outgoing);
    return;
  }
  const isAdmin = target.userId === null || owner?.viewer.permissions.has('SystemAdmin') === true;
  const sender = isAdmin ? ctx.adminMessages : ctx.publicMessages;
  const message = TARGET_FORMATS[type]({ url: sealed.url ?? '', secret: sealed.secret }, outgoing);
  try {
    await sender.post({ ...message, signal });
  } catch (error) {
    throw toFailure(error, isAdmin);
  }
}

/**
 * Sends the notice of a task. What it may name is decided now, not when it was planned.
 * @throws {NoticeFailure} for a retry
 * @throws {TaskFailure} when only a user can help
 */
export async function sendNotice(ctx: NoticeContext, deliveryId: string, signal: AbortSignal): Promise<void> {
  const delivery = await findDelivery(ctx.db.read, deliveryId);
  if (delivery === undefined) return;
  const { target, subjects } = delivery;
  const owner = await findOwner(ctx, target);
  const isWanted = target.enabled === 1 && (target.userId === null || owner !== undefined);
  const kind = NoticeKind.safeParse(delivery.kind);
  const notice =
    isWanted && kind.success
      ? await speak(await findTargetLanguage(ctx, target, owner), async () =>
          describeNotice({ db: ctx.db.read, viewer: owner?.viewer }, kind.data, subjects),
        )
      : undefined;
  if (notice === undefined) {
    await ctx.db.transaction(async (tx) => deleteDelivery(tx, deliveryId));
    return;
  }
  try {
    await sendToTarget(ctx, { target, owner }, { notice, deliveryId }, signal);
  } catch (error) {
    if (!(error instanceof NoticeFailure)) throw error;
    await ctx.db.transaction(async (tx) => writeTargetFailure(tx, target.id, toStored(error.message)));
    const words = say('A notice did not reach {place}: {reason}', {
      place: sayStored(target.place),
      reason: error.message,
    });
    throw error.isPassing ? new NoticeFailure(words, true, error) : new TaskFailure(words);
  }
  await ctx.db.transaction(async (tx) => {
    await deleteDelivery(tx, deliveryId);
    await writeTargetSuccess(tx, target.id);
  });
}
