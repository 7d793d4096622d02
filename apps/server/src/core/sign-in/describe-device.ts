import type Bowser from 'bowser';
import { createRequire } from 'node:module';

/** Apps for reading, by a word of their user agent; before the browsers, whose words some of them borrow. */
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

/** Longest name of a program that is taken over as it is. */
const MAX_NAME = 60;

/**
 * What a request came from, in words: `Firefox on Windows`, `KOReader`.
 * @param userAgent as it was sent; anything may be in it
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const app = APPS.find(([word]) => word.test(userAgent));
  if (app !== undefined) return app[1];
  // Loaded with the first agent that is described.
  bowser ??= createRequire(import.meta.url)('bowser') as typeof Bowser;
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name !== undefined && browser.name !== '' && os.name !== undefined)
    return `${browser.name} on ${os.name}`;
  // Programs that are no browsers name themselves first.
  const name = /^([^\p{Cc}/(;]+)/u.exec(userAgent)?.[1]?.trim() ?? '';
  return name === '' ? 'Unknown device' : name.slice(0, MAX_NAME);
}
