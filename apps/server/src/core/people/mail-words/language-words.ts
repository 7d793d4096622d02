/** Kinds of mails. */
export type MailPurpose = 'verify' | 'reset' | 'taken' | 'device' | 'test';

interface MailWords {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Text of the link; null for mails without link. */
  readonly action: string | null;
}

/** Texts of the mails in one language. `{server}` and `{name}` are the names of server and user, `{hours}` is the lifetime of the link,
 * `{place}` is an address of the network. */
export interface LanguageWords {
  readonly greeting: string;
  readonly ending: string;
  readonly mails: Readonly<Record<MailPurpose, MailWords>>;
}
