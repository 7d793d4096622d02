import { defaultStringifySearch } from '@tanstack/react-router';

/** Characters that need no escape in a query (RFC 3986, section 3.4), which keeps filters readable. */
const PLAIN = /%(2C|3A|3B|28|29|2F|7E)/g;

export function writeSearch(search: Record<string, unknown>): string {
  return defaultStringifySearch(search).replace(PLAIN, decodeURIComponent);
}
