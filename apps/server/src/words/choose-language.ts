import { findLanguage, type Language } from '@lectern/contract';

/** Browsers send few different headers, with every request. */
const MOST_KEPT = 200;
const kept = new Map<string, Language>();

function choose(wanted: string): Language {
  const asked = wanted.split(',', 20).map((part) => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q=/i);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = asked.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality);
  return findLanguage(best.map(({ tag }) => tag)) ?? 'en';
}

/** The best language of an `Accept-Language` header (RFC 9110, section 12.5.4); else English. */
export function chooseLanguage(wanted: string | undefined): Language {
  if (wanted === undefined) return 'en';
  const known = kept.get(wanted);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const chosen = choose(wanted);
  kept.set(wanted, chosen);
  return chosen;
}
