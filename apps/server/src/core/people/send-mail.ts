import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database } from '#db/open.ts';
import { deleteMailToken, writeMailToken } from '#db/repos/people/mail-tokens.repo.ts';
import { findPreferenceRow } from '#db/repos/people/preferences.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Access } from './access.ts';
import { findReceiver } from './request-mail.ts';
import { chooseLanguage, MAIL_WORDS, type MailLanguage, writeMail } from './write-mail.ts';

/** What sending takes. */
interface SendContext {
  readonly db: Database;
  readonly access: Access;
  readonly mailer: Mailer;
  readonly settings: Settings;
}

/** How long links are good for. */
const HOURS = { verify: 24, reset: 2 } as const;
const TOKEN_BYTES = 32;
/** Pages of the web app. The token is behind `#`, which browsers never send to a server. */
const PAGES = { verify: '/verify-email', reset: '/reset-password' } as const;

const Wanted = z.object({
  purpose: z.enum(['verify', 'reset', 'taken']),
  address: z.string(),
  language: z.enum(Object.keys(MAIL_WORDS) as [MailLanguage, ...MailLanguage[]]),
  userId: z.string().optional(),
});

/** What of a token is stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The language that a user reads in: the one they chose, else the one their browser asked for. */
async function languageOf({ db }: Pick<SendContext, 'db'>, userId: string, asked: MailLanguage): Promise<MailLanguage> {
  const preference = await findPreferenceRow(db.read, userId, 'ui.language');
  const chosen = z.string().safeParse(preference === undefined ? undefined : JSON.parse(preference.value));
  return chosen.success ? chooseLanguage(`${chosen.data}, ${asked};q=0.1`) : asked;
}

/** A link for a user. */
interface WantedLink {
  readonly userId: string;
  readonly purpose: 'verify' | 'reset';
  /** What it confirms; of a password null when whoever has the link has the address, else any text. */
  readonly address: string | null;
  /** Where the server is reached. */
  readonly publicUrl: string;
}

/**
 * Makes a token that is good once, in place of those before it, and the link to it.
 */
export async function makeLink(
  ctx: Pick<SendContext, 'db'>,
  { publicUrl, ...wanted }: WantedLink,
): Promise<{ readonly id: string; readonly url: string; readonly hours: number }> {
  const { userId, purpose, address } = wanted;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const hours = HOURS[purpose];
  const now = Date.now();
  const row = {
    id: newId(),
    ...{ userId, purpose, email: address, tokenHash: hashOfToken(token) },
    ...{ createdAt: now, expiresAt: now + hours * 3_600_000 },
  };
  await ctx.db.transaction(async (tx) => writeMailToken(tx, row));
  return { id: row.id, url: `${publicUrl.replace(/\/+$/, '')}${PAGES[purpose]}#${token}`, hours };
}

/**
 * Sends the mail that a task names.
 * @returns whether there was a recipient
 * @throws {Error} of the mail server, for another attempt
 */
export async function sendMail(ctx: SendContext, sealed: string): Promise<boolean> {
  const opened = Wanted.safeParse(ctx.access.sealer.open(sealed));
  if (!opened.success) return false;
  const { purpose, address, language, userId } = opened.data;
  const user = await findReceiver(ctx.db, { purpose, address, language, ...(userId === undefined ? {} : { userId }) });
  if (user === undefined) return false;
  const { publicUrl } = ctx.mailer;
  const confirmed = purpose === 'verify' ? address : null;
  const link =
    purpose === 'taken' ? undefined : await makeLink(ctx, { userId: user.id, purpose, address: confirmed, publicUrl });
  const mail = writeMail({
    purpose,
    language: await languageOf(ctx, user.id, language),
    name: user.username,
    server: ctx.settings.get('application.name'),
    ...(link === undefined ? {} : { link }),
  });
  try {
    await ctx.mailer.send({ to: address, ...mail });
  } catch (error) {
    // The mail was not sent, so the link is unused.
    if (link !== undefined) await ctx.db.transaction(async (tx) => deleteMailToken(tx, link.id));
    // The list of tasks shows this to people who are not to see addresses.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new Error(`The mail server did not take a mail (${code}): an administrator can send a test mail`, {
      cause: error,
    });
  }
  return true;
}

interface TestMailContext {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly settings: Settings;
}

/**
 * Sends a mail at once, so that an administrator sees whether mail is configured well.
 * @throws {AppError} `ServiceUnavailable` with what is missing, or with the words of the mail server
 */
export async function testMail(
  { db, mailer, settings }: TestMailContext,
  viewer: Viewer,
  to: string,
  asked: MailLanguage,
): Promise<void> {
  if (mailer.problem !== undefined) throw new AppError('ServiceUnavailable', mailer.problem);
  const server = settings.get('application.name');
  const language = await languageOf({ db }, viewer.userId, asked);
  try {
    await mailer.send({ to, ...writeMail({ purpose: 'test', language, name: viewer.username, server }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('ServiceUnavailable', `The mail was not sent: ${reason}`, { cause: error });
  }
}
