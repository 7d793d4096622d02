import { type EmbeddedMetadata } from '../reading.ts';

type Values = Omit<EmbeddedMetadata, 'sources'>;

/** Fields that make sense together only: the first document that has one of them gives them all. */
const GROUPS: readonly (readonly (keyof Values)[])[] = [
  ['year', 'month', 'day'],
  ['number', 'chapter'],
];

/**
 * Merges what several documents say, field by field: the first one that speaks of a field wins. Parts of a date, and number
 * with chapter, are never mixed.
 * @param documents most trusted first
 * @returns `sources` names the documents that gave at least one field, in the same order
 */
export function mergeMetadata(documents: readonly EmbeddedMetadata[]): EmbeddedMetadata {
  let merged: Values = {};
  const sources: string[] = [];
  for (const { sources: from, ...values } of documents) {
    const news = withoutKnown(values, merged);
    if (Object.keys(news).length === 0) continue;
    merged = { ...news, ...merged };
    sources.push(...from);
  }
  return { ...merged, sources };
}

function withoutKnown(values: Values, known: Values): Values {
  const taken = new Set<string>(Object.keys(known));
  for (const group of GROUPS) {
    if (group.some((key) => taken.has(key))) for (const key of group) taken.add(key);
  }
  return Object.fromEntries(Object.entries(values).filter(([key]) => !taken.has(key)));
}
