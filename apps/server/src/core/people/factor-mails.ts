import type { Tx } from '#db/open.ts';
import { newId } from '#db/new-id.ts';
import type { UserTable } from '#db/schema/index.ts';
import { spokenLanguage } from '#words/say.ts';
import type { FactorMail } from './mail-words/language-words.ts';
import type { MailContext } from './request-mail.ts';

/** Tools for telling the owner of an account. */
export type FactorMailContext = Pick<MailContext, 'access' | 'queue' | 'mailer'>;

/**
 * Queues a mail that tells the owner of an account about a change of its second factors, with the change itself, when the address
 * is confirmed: the name is for no stranger. The mail goes to the address that the account has now: a thief may change it next.
 */
export async function tellOwner(
  tx: Tx,
  { access, queue, mailer }: FactorMailContext,
  { id: userId, email: address, emailVerified }: Pick<UserTable, 'id' | 'email' | 'emailVerified'>,
  purpose: FactorMail,
): Promise<void> {
  if (address === null || emailVerified !== 1 || mailer.problem !== undefined) return;
  const sealed = access.sealer.seal({ purpose, address, language: spokenLanguage(), userId });
  // Each change has a mail of its own, also within the same minute.
  await queue.enqueue(tx, 'send_mail', { name: access.sealer.nameOf(`${purpose} ${newId()}`), sealed });
}
