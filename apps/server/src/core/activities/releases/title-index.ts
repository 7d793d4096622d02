import { normalizeTitle } from '#core/rules/text/normalize-title.ts';
import { inPages, PAGE_ROWS } from '#db/in-pages.ts';
import type { ReadDb } from '#db/open.ts';
import {
  type AliasRow,
  listAliases,
  listAlternateTitles,
  listTrackedSeries,
  type NamedSeries,
  type OtherName,
} from '#db/repos/releases/release-tracking.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import type { SeriesMatch } from './candidate.ts';
import type { ReleaseTitle } from './read-item.ts';

/** Confidence of each kind of match. */
const RULES = {
  alias: { confidence: 1, words: 'an alias of the series' },
  title: { confidence: 0.98, words: 'the title of the series' },
  name: { confidence: 0.95, words: 'a name of the series' },
  alternate: { confidence: 0.93, words: 'an alternate title of the series' },
  beginning: { confidence: 0.6, words: 'longer than a name of the series' },
} as const;
type Rule = keyof typeof RULES;

const NO_NUMBER = 0.3;
const BARE_NUMBER = 0.1;
const AMBIGUOUS = 0.3;
/** Words that a title may have after a series name. */
const MAX_MORE_WORDS = 3;

/** The matching series; `candidates` has all of several series with the same name. */
export interface TitleMatch extends SeriesMatch {
  readonly candidates: readonly SeriesMatch[];
}

/** Finds series by the title of a release. */
export interface TitleIndex {
  readonly find: (title: ReleaseTitle) => TitleMatch | undefined;
}

interface Meaning {
  readonly seriesId: string;
  readonly rule: Rule;
  readonly name: string;
}

/** Lowers a confidence. */
export function lowerConfidence(confidence: number, less: number): number {
  return Math.max(0, Math.round((confidence - less) * 100) / 100);
}

function listDoubts({ volumes, chapters, isBare }: ReleaseTitle): readonly (readonly [number, string])[] {
  if (volumes === null && chapters === null) return [[NO_NUMBER, 'it tells neither volume nor chapter']];
  return isBare ? [[BARE_NUMBER, 'its number may be no chapter']] : [];
}

function toMatch({ seriesId, rule, name }: Meaning, title: ReleaseTitle): SeriesMatch {
  const doubts = listDoubts(title);
  const { confidence, words } = RULES[rule];
  const less = doubts.reduce((sum, [amount]) => sum + amount, 0);
  const matchedBy = [`The title is ${words}: "${name}"`, ...doubts.map(([, why]) => why)].join('; ');
  return { seriesId, confidence: lowerConfidence(confidence, less), matchedBy };
}

/** The first of several series with the same name, with less confidence until a user chooses. */
export function toAmbiguousMatch({ seriesId, confidence, matchedBy }: SeriesMatch): SeriesMatch {
  return {
    seriesId,
    confidence: lowerConfidence(confidence, AMBIGUOUS),
    matchedBy: `${matchedBy}; other series have that name`,
  };
}

class Index implements TitleIndex {
  readonly #names = new Map<string, Map<string, Meaning>>();

  add(name: string | null, seriesId: string, rule: Rule): void {
    const key = name === null ? '' : normalizeTitle(name);
    if (name === null || key === '') return;
    const meanings = this.#names.get(key) ?? new Map<string, Meaning>();
    const known = meanings.get(seriesId);
    if (known === undefined || RULES[known.rule].confidence < RULES[rule].confidence) {
      meanings.set(seriesId, { seriesId, rule, name });
    }
    this.#names.set(key, meanings);
  }

  find(title: ReleaseTitle): TitleMatch | undefined {
    const meanings = title.titles.flatMap((text) => this.#exact(text));
    const found = meanings.length > 0 ? meanings : title.titles.flatMap((text) => this.#beginning(text));
    const inOrder = found.toSorted((one, other) => {
      const surer = RULES[other.rule].confidence - RULES[one.rule].confidence;
      if (surer !== 0) return surer;
      return one.seriesId < other.seriesId ? -1 : 1;
    });
    const bySeries = new Map(inOrder.toReversed().map((meaning) => [meaning.seriesId, meaning]));
    const distinct = [...bySeries.values()].toReversed();
    const [best] = distinct;
    if (best === undefined) return undefined;
    // An alias set by a user decides between series of the same name.
    const isChosen = best.rule === 'alias' && distinct[1]?.rule !== 'alias';
    const candidates = distinct.length > 1 && !isChosen ? distinct.map((meaning) => toMatch(meaning, title)) : [];
    return { ...toMatch(best, title), candidates };
  }

  #exact(text: string): readonly Meaning[] {
    return [...(this.#names.get(normalizeTitle(text))?.values() ?? [])];
  }

  #beginning(text: string): readonly Meaning[] {
    const words = normalizeTitle(text).split(' ');
    const shortest = Math.max(1, words.length - MAX_MORE_WORDS);
    for (let count = words.length - 1; count >= shortest; count -= 1) {
      const meanings = this.#names.get(words.slice(0, count).join(' '));
      if (meanings !== undefined) return [...meanings.values()].map((one) => ({ ...one, rule: 'beginning' }));
    }
    return [];
  }
}

interface SeriesNames {
  readonly series: readonly NamedSeries[];
  readonly alternates: readonly OtherName[];
  readonly aliases: readonly AliasRow[];
}

/** Builds the index. */
export function createTitleIndex({ series, alternates, aliases }: SeriesNames): TitleIndex {
  const index = new Index();
  for (const { id, title, titleSort, name } of series) {
    index.add(title, id, 'title');
    index.add(titleSort, id, 'name');
    index.add(name, id, 'name');
  }
  for (const { seriesId, name } of alternates) index.add(name, seriesId, 'alternate');
  for (const { seriesId, alias, source } of aliases) index.add(alias, seriesId, source === 'manual' ? 'alias' : 'name');
  return index;
}

/** Loads the index of the tracked series in the scope. */
export async function loadTitles(db: ReadDb, viewerScope: ViewerScope): Promise<TitleIndex> {
  const series: NamedSeries[] = [];
  const pages = inPages(
    async (after) => listTrackedSeries(db, viewerScope, { after, limit: PAGE_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) series.push(...page);
  const ids = series.map(({ id }) => id);
  return createTitleIndex({
    series,
    alternates: await listAlternateTitles(db, ids),
    aliases: await listAliases(db, ids),
  });
}
