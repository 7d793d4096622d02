import { findLanguage, type Language } from '@lectern/contract';

/** The best language of an `Accept-Language` header (RFC 9110, section 12.5.4); undefined when none of them is spoken here. */
export function matchLanguage(wanted: string | undefined): Language | undefined {
  if (wanted === undefined) return undefined;
  const asked = wanted.split(',', 20).map((part) => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q=/i);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = asked.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality);
  return findLanguage(best.map(({ tag }) => tag));
}

/** The best language of an `Accept-Language` header; else English. */
export function chooseLanguage(wanted: string | undefined): Language {
  return matchLanguage(wanted) ?? 'en';
}
