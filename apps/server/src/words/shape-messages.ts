import { mark, say } from './say.ts';

/** Messages of zod shapes in `packages/contract`, settings and the Komga dialect, which cannot say them themselves. */
export const SHAPE_MESSAGES: readonly string[] = [
  mark('must be 0 or more'),
  mark('must be 1 or more'),
  mark('must be 16'),
  mark('must be 1 to 40 small letters, digits, "-" and "_"'),
  mark('must be a BCP 47 language tag'),
  mark('must be a language such as en or pt-BR'),
  mark('must be an IANA time zone such as Europe/Paris'),
  mark('must be an absolute path'),
  mark('must be an address like https://books.example.org'),
  mark('must be an address like https://id.example.org'),
  mark('must be an e-mail address'),
  mark('must be an http or https address'),
  mark('must be letters, digits and _ in parts with dots between them'),
  mark('must be small letters, digits, "_", "." and "-"'),
  mark('must be small letters, digits and hyphens, at most 40'),
  mark('must be Base64url'),
  mark('must be given for a quotation, and for nothing else'),
  mark('must be the id of a backup'),
  mark('must be the ID of a library'),
  mark('must be the number of a volume'),
  mark('must have at least 8 characters'),
  mark('must have at most 100 characters'),
  mark('must have at most 256 characters'),
  mark('must have at most 64 characters'),
  mark('must have four to eight digits'),
  mark('must have position or totalProgression'),
  mark('must name each source once'),
  mark('must not be an address that this server already uses'),
  mark('must not be empty'),
  mark('must not contain a colon or control characters'),
  mark('must not contain a name or password. The secret has its own field'),
  mark('must not contain control characters'),
];

const KNOWN: ReadonlySet<string> = new Set(SHAPE_MESSAGES);

/** Says the message of a shape; any other one stays as it is. */
export function sayShape(message: string): string {
  return KNOWN.has(message) ? say(message) : message;
}
