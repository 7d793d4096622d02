const UNKNOWN = new Set(['und', 'zxx', 'mul', 'mis', 'qaa', 'unk', 'unknown', 'none', 'undetermined']);

let namedLanguages: ReadonlyMap<string, string> | undefined;

/**
 * A canonical BCP 47 tag: `EN_us` → `en-US`, `jpn` → `ja`, English or native names (`French`, `français`) → `fr`.
 * Undefined when the text names no language.
 */
export function normalizeLanguage(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || UNKNOWN.has(trimmed.toLowerCase())) return undefined;
  const tag = canonicalTag(trimmed.replaceAll('_', '-'));
  if (tag !== undefined) return tag;
  namedLanguages ??= listNamedLanguages();
  return namedLanguages.get(trimmed.toLowerCase());
}

function canonicalTag(text: string): string | undefined {
  // `x-…` and `i-…` are private or grandfathered.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(text)) return undefined;
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined || UNKNOWN.has(tag.split('-', 1)[0] ?? '') ? undefined : tag;
  } catch (error) {
    if (error instanceof RangeError) return canonicalTag(text.slice(0, Math.max(0, text.lastIndexOf('-'))));
    throw error;
  }
}

/** English and native names of languages with a two-letter code, lower case. */
function listNamedLanguages(): ReadonlyMap<string, string> {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code)?.toLowerCase();
    if (name === undefined) continue;
    const own = new Intl.DisplayNames([code], { type: 'language' }).of(code)?.toLowerCase() ?? name;
    if (!names.has(name)) names.set(name, code);
    if (!names.has(own)) names.set(own, code);
  }
  return names;
}
