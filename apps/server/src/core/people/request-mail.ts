import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import { findUserOfPending } from '#db/repos/people/mail-tokens.repo.ts';
import { findUser, findUserByEmail, userKey } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Access } from './access.ts';
import type { MailLanguage } from './write-mail.ts';

/** What having mails sent takes. */
export interface MailContext {
  readonly db: Database;
  readonly access: Access;
  readonly queue: Queue;
  readonly mailer: Mailer;
}

/** A mail to be sent: who has the address is looked up again when it is sent. */
interface WantedMail {
  readonly purpose: 'verify' | 'reset' | 'taken';
  readonly address: string;
  readonly language: MailLanguage;
  /** The user whose new address is to be confirmed; otherwise the user who waits for the mail. */
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

/** Who has an address, or is asked to confirm that it is to be theirs. */
async function findOwner(db: Database, { purpose, address }: WantedMail): Promise<UserTable | undefined> {
  const owner = await findUserByEmail(db.read, address);
  if (owner !== undefined || purpose !== 'verify') return owner;
  const userId = await findUserOfPending(db.read, address, Date.now());
  return userId === undefined ? undefined : await findUser(db.read, userId);
}

/** The account that receives a mail; undefined when no active account does, or the address is confirmed already. */
export async function findReceiver(db: Database, wanted: WantedMail): Promise<UserTable | undefined> {
  const user = wanted.userId === undefined ? await findOwner(db, wanted) : await findUser(db.read, wanted.userId);
  if (user?.isActive !== 1) return undefined;
  // What is confirmed needs no mail.
  const isConfirmed = user.emailVerified === 1 && user.emailKey === userKey(wanted.address);
  return wanted.purpose === 'verify' && isConfirmed ? undefined : user;
}

/** Requests that wait at most; who asks while there are more can ask again. */
const MAX_WAITING = 1_000;
/** By then the answers have gone out: what is done afterwards shows in no answer's time. */
const PAUSE_MS = 25;

/**
 * Queue in memory of mails that a client requests by address. The server looks for the account after it has answered, and drops
 * a request without one. A process that is killed loses the queue.
 */
export interface MailRequests extends AsyncDisposable {
  /**
   * @throws {AppError} `ServiceUnavailable` where no mail can be sent
   */
  readonly add: (mail: WantedMail) => void;
  /** Resolves when nothing waits. */
  readonly idle: () => Promise<void>;
}

/** Starts with none. Disposing waits for those that are there. */
export function createMailRequests(ctx: MailContext & { readonly log: Logger }): MailRequests {
  const waiting: WantedMail[] = [];
  let working: Promise<void> | undefined;
  const handle = async (mail: WantedMail): Promise<void> => {
    try {
      if ((await findReceiver(ctx.db, mail)) !== undefined) await requestMail(ctx, mail);
    } catch (error) {
      ctx.log.error({ err: error }, 'mail not queued');
    }
  };
  const work = async (): Promise<void> => {
    await sleep(PAUSE_MS);
    for (let mail = waiting.shift(); mail !== undefined; mail = waiting.shift()) await handle(mail);
    working = undefined;
  };
  const idle = async (): Promise<void> => {
    await working;
  };
  return {
    add: (mail) => {
      requireMail(ctx);
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(mail);
      working ??= work();
    },
    idle,
    [Symbol.asyncDispose]: idle,
  };
}
