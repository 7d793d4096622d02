import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import { isIP } from 'node:net';

/** Where passkeys are made and used: they are bound to the host name, and browsers sign the origin. */
export interface PasskeyPlace {
  /** `https://books.example.org` */
  readonly origin: string;
  /** The relying party: `books.example.org` */
  readonly host: string;
}

/** How a request reached the server. */
interface PlaceArrival {
  readonly scheme: string;
  readonly host: string;
  readonly isKnownHost: boolean;
}

function toPlace(origin: string): PasskeyPlace | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname, origin: whole } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  return { origin: whole, host: hostname };
}

/**
 * The place of a request: the public address, or the known host that the client used. A path before all addresses does not
 * matter to browsers.
 * @param publicUrl of the configuration; also right behind a proxy that hides the host
 * @param sent the header `Origin`, which only chooses between the two
 * @returns undefined where browsers have no passkeys: numeric addresses, and http except on the same machine
 */
export function choosePasskeyPlace(
  publicUrl: string | undefined,
  { scheme, host, isKnownHost }: PlaceArrival,
  sent: string | undefined,
): PasskeyPlace | undefined {
  const origins = [...(publicUrl === undefined ? [] : [publicUrl]), ...(isKnownHost ? [`${scheme}://${host}`] : [])];
  const places = origins.flatMap((origin) => toPlace(origin) ?? []);
  return places.find(({ origin }) => origin === sent) ?? places[0];
}

/** The place, where browsers have passkeys. @throws {AppError} `BadRequest` */
export function requirePasskeyPlace(place: PasskeyPlace | undefined): PasskeyPlace {
  if (place !== undefined) return place;
  throw new AppError('BadRequest', say('Passkeys do not work at this address. Use the name of the server, with https'));
}
