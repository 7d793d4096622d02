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

const BROWSERS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\b(opr|opera)\//i, 'Opera'],
  [/samsungbrowser\//i, 'Samsung Internet'],
  [/vivaldi\//i, 'Vivaldi'],
  [/\b(firefox|fxios)\//i, 'Firefox'],
  [/\b(chrome|crios|chromium)\//i, 'Chrome'],
  [/version\/.*safari\//i, 'Safari'],
];

const SYSTEMS: readonly (readonly [word: RegExp, name: string])[] = [
  [/ipad/i, 'iPad'],
  [/iphone/i, 'iPhone'],
  [/android/i, 'Android'],
  [/cros/i, 'ChromeOS'],
  [/windows/i, 'Windows'],
  [/mac os x|macintosh/i, 'Mac'],
  [/linux|x11/i, 'Linux'],
];

const MAX_LENGTH = 60;

function nameIn(table: readonly (readonly [word: RegExp, name: string])[], agent: string): string | undefined {
  return table.find(([word]) => word.test(agent))?.[1];
}

/**
 * A user agent in words: `KOReader`, `Firefox on Linux`; of one that is not known its beginning.
 * @param agent at most a few hundred characters
 */
export function describeAgent(agent: string): string {
  const app = nameIn(APPS, agent);
  if (app !== undefined) return app;
  const browser = nameIn(BROWSERS, agent);
  const system = nameIn(SYSTEMS, agent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const text = agent.replace(/\p{Cc}+/gu, ' ').trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
