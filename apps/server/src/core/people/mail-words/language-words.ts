/** Mails that tell the owner of an account about a change of its second factors, or of what else signs in to it. */
export const FACTOR_MAILS = [
  'factorAdded',
  'factorRemoved',
  'codesMade',
  'codeUsed',
  'identityLinked',
  'identityUnlinked',
] as const;
export type FactorMail = (typeof FACTOR_MAILS)[number];

/** Kinds of mails. */
export type MailPurpose = 'verify' | 'reset' | 'taken' | 'device' | 'test' | FactorMail;

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
  /** Ending of mails about changes that its reader may not have made. */
  readonly alarm: string;
  readonly mails: Readonly<Record<MailPurpose, MailWords>>;
}
