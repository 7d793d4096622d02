import type { Database } from '#db/open.ts';
import { userKey } from '#db/repos/users/users.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Mailer } from '#mail/mailer.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { MailLanguage } from './mail-words.ts';

/** What having mails sent takes. */
export interface MailContext {
  readonly db: Database;
  readonly access: Access;
  readonly queue: Queue;
  readonly mailer: Mailer;
}

/** A mail to be sent: who has the address is looked up again when it is sent. */
export interface WantedMail {
  readonly purpose: 'verify' | 'reset' | 'taken';
  readonly address: string;
  readonly language: MailLanguage;
  /** Whose new address is to be confirmed; else of whoever waits for it. */
  readonly userId?: string;
}

/**
 * Refuses what needs mail where none can be sent.
 * @throws {AppError} `ServiceUnavailable`
 */
export function requireMail({ mailer }: Pick<MailContext, 'mailer'>): void {
  if (mailer.problem === undefined) return;
  // What exactly is missing is the administrator's affair, whom the test mail tells.
  throw new AppError('ServiceUnavailable', 'This server cannot send mail: ask whoever administers it');
}

/** Queues a mail, unless the same was queued just now. Where a stranger names the address, `MailRequests` looks first who has it. */
export async function requestMail(ctx: MailContext, mail: WantedMail): Promise<void> {
  requireMail(ctx);
  const { sealer, mailed } = ctx.access;
  const name = sealer.nameOf(`${mail.purpose} ${userKey(mail.address)}`);
  if (mailed.get(name) === true) return;
  mailed.set(name, true, mailed.version());
  const payload = { name, sealed: sealer.seal(mail) };
  await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'send_mail', payload));
}
