import type { Config } from '#config/schema.ts';
import { createMailer } from '#mail/mailer.ts';
import { type Found, ok, problem, wordsOf } from './finding.ts';

/**
 * Checks whether mails can be sent.
 * @param connects also signs in at the mail server
 */
export async function checkMail(config: Config, connects: boolean): Promise<Found[]> {
  const { host } = config.mail;
  if (host === undefined) return [ok('No mail server is configured: nobody gets mails')];
  const mailer = createMailer(config);
  if (mailer.problem !== undefined) return [problem(mailer.problem, 'Set them, or remove mail.host')];
  if (!connects) return [ok(`Mails go to ${host}; --mail tries whether it takes them`)];
  try {
    await mailer.check();
    return [ok(`${host} answers and takes mails`)];
  } catch (error) {
    const advice = 'Check mail.host, mail.port, mail.security, mail.username and mail.password';
    return [problem(`The mail server ${host} refused: ${wordsOf(error)}`, advice)];
  }
}
