import { defaultStringifySearch } from '@tanstack/react-router';

/** Signs of filters that may stand in an address as they are (RFC 3986, section 3.4), so that people can read it. */
const PLAIN = /%(2C|3A|3B|28|29|2F|7E)/g;

/** What stands behind the question mark of an address. */
export function writeSearch(search: Record<string, unknown>): string {
  return defaultStringifySearch(search).replace(PLAIN, decodeURIComponent);
}
