import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import { findUserOfPending } from '#db/repos/people/mail-tokens.repo.ts';
import { findUser, findUserByEmail, userKey } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Mailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import type { FactorMail } from './mail-words/language-words.ts';
import type { Language } from '@lectern/contract';

/** Context of mails. */
export interface MailContext {
  readonly db: Database;
  readonly access: Access;
  readonly queue: Queue;
  readonly mailer: Mailer;
}

/** A mail to send. The owner of the address is looked up again when it is sent. */
interface WantedMail {
  readonly purpose: 'verify' | 'reset' | 'taken' | 'device' | FactorMail;
  readonly address: string;
  readonly language: Language;
  /** Where the account was used, for the purpose `device`. */
  readonly place?: string;
  /** The user who confirms a new address, or is told of a change or a use; else the owner of the address receives the mail. */
  readonly userId?: string;
}

/**
 * Refuses actions that need mail on a server without mail.
 * @throws {AppError} `ServiceUnavailable`
 */
export function requireMail({ mailer }: Pick<MailContext, 'mailer'>): void {
  if (mailer.problem === undefined) return;
  // The test mail tells admins what is missing.
  throw new AppError('ServiceUnavailable', say('This server cannot send mails. Ask an admin for help'));
}

/** Queues a mail, unless the same was queued just now. For addresses that a stranger names, use `MailRequests`. */
export async function requestMail(ctx: MailContext, mail: WantedMail): Promise<void> {
  requireMail(ctx);
  const { sealer, mailed } = ctx.access;
  const name = sealer.nameOf(`${mail.purpose} ${userKey(mail.address)}`);
  if (mailed.get(name) === true) return;
  mailed.set(name, true, mailed.version());
  const payload = { name, sealed: sealer.seal(mail) };
  await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'send_mail', payload));
}

/** The user with an address, confirmed or waiting for confirmation. */
async function findOwner(db: Database, { purpose, address }: WantedMail): Promise<UserTable | undefined> {
  const owner = await findUserByEmail(db.read, address);
  if (owner !== undefined || purpose !== 'verify') return owner;
  const userId = await findUserOfPending(db.read, address, Date.now());
  return userId === undefined ? undefined : await findUser(db.read, userId);
}

/** The account that receives a mail; undefined without an active account, or when its address is confirmed already. */
export async function findReceiver(db: Database, wanted: WantedMail): Promise<UserTable | undefined> {
  const user = wanted.userId === undefined ? await findOwner(db, wanted) : await findUser(db.read, wanted.userId);
  if (user?.isActive !== 1) return undefined;
  const isConfirmed = user.emailVerified === 1 && user.emailKey === userKey(wanted.address);
  // A stranger may have typed an address that is not confirmed.
  if (wanted.purpose === 'device') return isConfirmed ? user : undefined;
  return wanted.purpose === 'verify' && isConfirmed ? undefined : user;
}

/** Requests that may wait; further ones are dropped. */
const MAX_WAITING = 1_000;
/** Long enough for the answer to go out, so that the lookup does not show in its time. */
const PAUSE_MS = 25;

/**
 * Queue in memory of mails that a client requests by address. The server looks for the account after the answer, and drops a
 * request without one. A killed process loses the queue.
 */
export interface MailRequests extends AsyncDisposable {
  /** @throws {AppError} `ServiceUnavailable` where no mail can be sent */
  readonly add: (mail: WantedMail) => void;
  /** Resolves when the queue is empty. */
  readonly idle: () => Promise<void>;
}

/** Starts with an empty queue. Disposing waits until it is empty. */
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
