import type { Database } from '#db/open.ts';
import type { Mailer } from '#mail/mailer.ts';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { MailLanguage } from './mail-words.ts';
import { languageOf } from './send-mail.ts';
import { writeMail } from './write-mail.ts';

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
