import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with what every app supports: SHA-1, six digits, 30 seconds. */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Bytes of a secret (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;
/** Periods by which the clock of a phone may be early or late. */
const TOLERANCE = 1;

/** Whether a text can be a code of an app. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(typed.replace(/[\s-]/g, ''));
}

/** The secret of 160 bits in the first bytes of a random text. @returns Base32 */
export function toAppSecret(bytes: Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes.subarray(0, SECRET_BYTES)).buffer }).base32;
}

/** The address of a secret that apps read from a QR code. */
export function toAppUri({
  secret,
  server,
  user,
}: {
  readonly secret: string;
  readonly server: string;
  readonly user: string;
}) {
  // A colon separates server and user.
  const issuer = server.replaceAll(':', ' ').trim();
  return new TOTP({ ...TERMS, issuer, label: user, secret }).toString();
}

/** The period whose code this is, counted from 1970; undefined for a wrong code. @param now epoch milliseconds */
export function findCodeStep(secret: string, typed: string, now: number): number | undefined {
  const totp = new TOTP({ ...TERMS, secret });
  const token = typed.replace(/[\s-]/g, '');
  const delta = totp.validate({ token, timestamp: now, window: TOLERANCE });
  return delta === null ? undefined : Math.floor(now / 1000 / TERMS.period) + delta;
}
