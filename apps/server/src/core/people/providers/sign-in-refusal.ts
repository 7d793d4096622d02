/** Why a sign-in elsewhere ended without a session. The web app has the words. */
export type SignInRefusalReason =
  /** The browser did not start this sign-in, started it too long ago, or ended it before. */
  | 'expired'
  /** The provider refused: the user cancelled, or may not use this server. */
  | 'refused'
  /** The answer failed a check. */
  | 'invalid'
  | 'unreachable'
  /** No account is linked, and none is made. */
  | 'no-account'
  /** An account has the same address, and must be linked by its owner. */
  | 'link-first'
  | 'not-member'
  | 'inactive'
  /** The identity opens another account, or the account has another identity there. */
  | 'taken';

interface RefusedAccount {
  readonly id?: string;
  readonly username: string | undefined;
}

/** Ends a sign-in elsewhere, and rolls its transaction back. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  readonly reason: SignInRefusalReason;
  /** The account that was refused, for the log. It has no id when only the provider names it. */
  readonly account: RefusedAccount | undefined;

  constructor(reason: SignInRefusalReason, account?: RefusedAccount) {
    super(reason);
    this.reason = reason;
    this.account = account;
  }
}
