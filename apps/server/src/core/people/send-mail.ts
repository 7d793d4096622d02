import { type Language, LANGUAGE_TAGS } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteMailToken } from '#db/repos/people/mail-tokens.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { findLanguagePreference } from './find-language.ts';
import { makeLink } from './mail-link.ts';
import { FACTOR_MAILS } from './mail-words/language-words.ts';
import { findReceiver } from './request-mail.ts';
import { writeMail } from './write-mail.ts';

interface SendContext {
  readonly db: Database;
  readonly access: Access;
  readonly mailer: Mailer;
  readonly settings: Settings;
}

const Wanted = z.object({
  purpose: z.enum(['verify', 'reset', 'taken', 'device', ...FACTOR_MAILS]),
  address: z.string(),
  language: z.enum(LANGUAGE_TAGS),
  userId: z.string().optional(),
  place: z.string().optional(),
});

/** The language of a user: the chosen one, else that of the browser. */
async function findMailLanguage({ db }: Pick<SendContext, 'db'>, userId: string, asked: Language): Promise<Language> {
  return (await findLanguagePreference(db.read, userId)) ?? asked;
}

/** The link of a mail that has one. */
async function makeMailLink(ctx: SendContext, userId: string, { purpose, address }: z.output<typeof Wanted>) {
  if (purpose !== 'verify' && purpose !== 'reset') return undefined;
  const confirmed = purpose === 'verify' ? address : null;
  const wanted = { userId, purpose, address: confirmed, publicUrl: ctx.mailer.publicUrl } as const;
  return await ctx.db.transaction(async (tx) => makeLink(tx, wanted));
}

/**
 * Sends the mail of a task.
 * @returns whether there was a recipient
 * @throws {Error} when the mail server refuses it, for a retry
 */
export async function sendMail(ctx: SendContext, sealed: string): Promise<boolean> {
  const opened = Wanted.safeParse(ctx.access.sealer.open(sealed));
  if (!opened.success) return false;
  const { purpose, address, language, userId, place = '' } = opened.data;
  const user = await findReceiver(ctx.db, { purpose, address, language, ...(userId === undefined ? {} : { userId }) });
  if (user === undefined) return false;
  const link = await makeMailLink(ctx, user.id, opened.data);
  const mail = writeMail({
    purpose,
    language: await findMailLanguage(ctx, user.id, language),
    name: user.username,
    server: ctx.settings.get('application.name'),
    place,
    ...(link === undefined ? {} : { link }),
  });
  try {
    await ctx.mailer.send({ to: address, ...mail });
  } catch (error) {
    // The mail was not sent, so the link is unused.
    if (link !== undefined) await ctx.db.transaction(async (tx) => deleteMailToken(tx, link.id));
    // The list of tasks shows this text, so it contains no address.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new Error(`The mail server did not take a mail (${code}): an administrator can send a test mail`, {
      cause: error,
    });
  }
  return true;
}

/**
 * Sends a test mail at once.
 * @throws {AppError} `ServiceUnavailable` with the missing setting, or with the message of the mail server
 */
export async function testMail(
  { db, mailer, settings }: Omit<SendContext, 'access'>,
  viewer: Viewer,
  to: string,
  asked: Language,
): Promise<void> {
  if (mailer.problem !== undefined) throw new AppError('ServiceUnavailable', mailer.problem);
  const server = settings.get('application.name');
  const language = await findMailLanguage({ db }, viewer.userId, asked);
  try {
    await mailer.send({ to, ...writeMail({ purpose: 'test', language, name: viewer.username, server }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('ServiceUnavailable', say('The mail could not be sent: {reason}', { reason }), { cause: error });
  }
}
