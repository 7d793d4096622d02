import { isIP } from 'node:net';

/** Whether a text is an address, a network, or a named network of proxies. */
export function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  if (bits === undefined) return isIP(address) !== 0 || /^(loopback|linklocal|uniquelocal)$/.test(address);
  return isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/** Whether a text is an address, a network, or `loopback`. */
export function isNetwork(text: string): boolean {
  return isProxy(text) && !/^(linklocal|uniquelocal)$/.test(text);
}

/** First parts of paths that programs know: below them a path with and one without the base path would look the same. */
const PROGRAM_PARTS = /^\/(api|opds|koreader|kosync|health|metrics|assets)(\/|$)/;

/** Whether a text is a path such as `/lectern` that the server may lie at. A header of a proxy may hold it, so it is checked closely. */
export function isBasePath(text: string): boolean {
  const isPath = text.length <= 200 && /^(\/[\w~-][\w.~-]*)+$/.test(text);
  return isPath && !PROGRAM_PARTS.test(text);
}

/** Whether a name is an IANA time zone such as `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl also accepts offsets such as `+01:00`.
    return /^[A-Za-z]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether a text is a mail address or the https address of a page, in the characters that an address may have (RFC 3986). */
export function isContact(text: string): boolean {
  if (text.length > 300 || !/^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(text)) return false;
  if (/^[^\s@:/?#]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)) return true;
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
