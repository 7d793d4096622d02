import { type EmbeddedMetadata } from '../reading.ts';

type Values = Omit<EmbeddedMetadata, 'sources' | 'origins'>;

/** Fields that belong together: the first document with one of them gives all. */
const GROUPS: readonly (readonly (keyof Values)[])[] = [
  ['year', 'month', 'day'],
  ['number', 'chapter'],
];

/**
 * Merges documents field by field: the first with a value wins. Parts of a date, and number with chapter, are never
 * mixed.
 * @param documents most trusted first; each may be merged itself
 * @returns `sources` lists documents that gave a field, in order, `origins` the source of each field
 */
export function mergeMetadata(documents: readonly EmbeddedMetadata[]): EmbeddedMetadata {
  let merged: Values = {};
  const origins = new Map<string, string>();
  for (const { sources, origins: known, ...values } of documents) {
    const news = withoutKnown(values, merged);
    merged = { ...news, ...merged };
    for (const field of Object.keys(news)) origins.set(field, known?.[field] ?? sources[0] ?? '');
  }
  const given = new Set(origins.values());
  const sources = [...new Set(documents.flatMap((document) => document.sources))].filter((source) => given.has(source));
  return { ...merged, sources, ...(sources.length > 1 ? { origins: Object.fromEntries(origins) } : {}) };
}

function withoutKnown(values: Values, known: Values): Values {
  const taken = new Set<string>(Object.keys(known));
  for (const group of GROUPS) {
    if (group.some((key) => taken.has(key))) for (const key of group) taken.add(key);
  }
  return Object.fromEntries(Object.entries(values).filter(([key]) => !taken.has(key)));
}
