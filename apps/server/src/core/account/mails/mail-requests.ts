import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type MailContext, requestMail, requireMail, type WantedMail } from './request-mail.ts';
import { findReceiver } from './find-receiver.ts';

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
