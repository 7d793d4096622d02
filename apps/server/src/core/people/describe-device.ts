import { createRequire } from 'node:module';
import type Bowser from 'bowser';

/** Reader apps, by a word of their user agent. They come before browsers, because some borrow a browser's words. */
const APPS: readonly (readonly [word: RegExp, name: string])[] = [
  [/koreader/i, 'KOReader'],
  [/mihon/i, 'Mihon'],
  [/tachiyomi/i, 'Tachiyomi'],
  [/paperback/i, 'Paperback'],
  [/panels/i, 'Panels'],
  [/chunky/i, 'Chunky'],
  [/komelia/i, 'Komelia'],
  [/komikku/i, 'Komikku'],
  [/kybook/i, 'KyBook'],
  [/moon\+? ?reader/i, 'Moon+ Reader'],
  [/librera/i, 'Librera'],
  [/thorium/i, 'Thorium'],
  [/readera/i, 'ReadEra'],
  [/yacreader/i, 'YACReader'],
  [/aldiko/i, 'Aldiko'],
  [/foliate/i, 'Foliate'],
  [/kobo/i, 'Kobo'],
];

let bowser: typeof Bowser | undefined;

/** Longer names of programs are cut. */
const MAX_NAME = 60;

/**
 * The client of a request in words: `Firefox on Windows`, `KOReader`.
 * @param userAgent untrusted text
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const app = APPS.find(([word]) => word.test(userAgent));
  if (app !== undefined) return app[1];
  // Loaded at the first use.
  bowser ??= createRequire(import.meta.url)('bowser') as typeof Bowser;
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name !== undefined && browser.name !== '' && os.name !== undefined)
    return `${browser.name} on ${os.name}`;
  // Other programs begin with their name.
  const name = /^([^\p{Cc}/(;]+)/u.exec(userAgent)?.[1]?.trim() ?? '';
  return name === '' ? 'Unknown device' : name.slice(0, MAX_NAME);
}
