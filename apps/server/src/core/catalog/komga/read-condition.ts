import { FILTER_LIMITS, listFormats, KOMGA_PROFILES } from '@lectern/contract';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { SeriesTestField } from '#db/filters/series-condition.ts';
import { say } from '#words/say.ts';
import {
  choice,
  credits,
  dates,
  denied,
  EVERYTHING,
  exactly,
  flag,
  holds,
  ids,
  numbers,
  posters,
  type ReadClause,
  refuse,
  texts,
  words,
} from './read-clause.ts';

const READ_STATUSES = {
  UNREAD: [holds('readStatus', 'unread')],
  IN_PROGRESS: [holds('readStatus', 'in_progress')],
  READ: [holds('readStatus', 'read')],
} as const;

/** Filter fields of books, in lower case. */
export const BOOK_CLAUSES: Readonly<Partial<Record<string, ReadClause<BookTestField>>>> = {
  libraryid: ids('libraryId'),
  seriesid: ids('seriesId'),
  readlistid: ids('readListId'),
  deleted: flag(holds('deleted'), denied('deleted')),
  oneshot: flag(holds('oneShot'), denied('oneShot')),
  title: texts('title'),
  releasedate: dates('released'),
  readstatus: choice<BookTestField>(READ_STATUSES),
  tag: words('tag'),
  numbersort: numbers('number'),
  mediastatus: choice<BookTestField>({
    READY: [holds('state', 'ready')],
    UNKNOWN: [holds('state', 'pending')],
    ERROR: [holds('state', 'failed')],
    UNSUPPORTED: [holds('nothing')],
    OUTDATED: [holds('nothing')],
  }),
  mediaprofile: choice<BookTestField>({
    [KOMGA_PROFILES.comic]: [holds('fileFormat', ...listFormats('comic'))],
    [KOMGA_PROFILES.document]: [holds('fileFormat', ...listFormats('document'))],
    [KOMGA_PROFILES.ebook]: [holds('fileFormat', ...listFormats('ebook'))],
  }),
  author: credits('credit'),
  poster: posters('givenCover'),
};

/** Filter fields of series, in lower case. */
export const SERIES_CLAUSES: Readonly<Partial<Record<string, ReadClause<SeriesTestField>>>> = {
  libraryid: ids('libraryId'),
  collectionid: ids('collectionId'),
  deleted: flag(holds('deleted'), denied('deleted')),
  oneshot: flag(holds('oneShot'), denied('oneShot')),
  complete: flag(holds('completion'), denied('completion')),
  title: texts('name'),
  titlesort: texts('titleSort'),
  releasedate: dates('released'),
  readstatus: choice<SeriesTestField>(READ_STATUSES),
  seriesstatus: choice<SeriesTestField>({
    ENDED: [exactly('status', 'ended')],
    // The dialect shows an unknown status as ongoing.
    ONGOING: [exactly('status', 'ongoing'), exactly('status', 'unknown')],
    ABANDONED: [exactly('status', 'abandoned')],
    HIATUS: [exactly('status', 'hiatus')],
  }),
  tag: words('tag'),
  genre: words('genre'),
  sharinglabel: words('sharingTag'),
  publisher: words('publisher'),
  language: words('language'),
  agerating: numbers('ageRating'),
  author: credits('credit'),
};

type Clauses<Field extends string> = Readonly<Partial<Record<string, ReadClause<Field>>>>;

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members that apps send beside the condition. */
const EXTRA = new Set(['type', '@type']);

class ConditionReader<Field extends string> {
  readonly #clauses: Clauses<Field>;
  #nodes = 0;

  constructor(clauses: Clauses<Field>) {
    this.#clauses = clauses;
  }

  read(node: unknown, path: string, depth: number): ConditionTree<Field> {
    this.#nodes += 1;
    if (this.#nodes > FILTER_LIMITS.nodes) {
      const max = FILTER_LIMITS.nodes;
      return refuse(path, say('is one of more than {max, plural, one {# condition} other {# conditions}}', { max }));
    }
    if (!isMapping(node)) return refuse(path, say('must be an object'));
    const [key, ...others] = Object.keys(node).filter((name) => !EXTRA.has(name));
    if (key === undefined || others.length > 0)
      return refuse(path, say('must have one of allOf, anyOf or a field, and nothing else'));
    const name = key.toLowerCase();
    if (name === 'allof' || name === 'anyof') return this.#readGroup(name, node[key], `${path}.${name}`, depth);
    const read = Object.hasOwn(this.#clauses, name) ? this.#clauses[name] : undefined;
    const place = `${path}.${key.slice(0, 50)}`;
    if (read === undefined) {
      return refuse(
        place,
        say('must be one of {choices}', { choices: ['allOf', 'anyOf', ...Object.keys(this.#clauses)].join(', ') }),
      );
    }
    const fields = node[key];
    if (!isMapping(fields)) return refuse(place, say('must be an object with an operator'));
    const { operator } = fields;
    if (typeof operator !== 'string') return refuse(`${place}.operator`, say('is missing'));
    return read({ path: place, operator: operator.toLowerCase(), fields });
  }

  #readGroup(name: 'allof' | 'anyof', parts: unknown, path: string, depth: number): ConditionTree<Field> {
    if (!Array.isArray(parts)) return refuse(path, say('must be a list of conditions'));
    if (depth >= FILTER_LIMITS.depth)
      return refuse(
        path,
        say('is more than {max, plural, one {# group} other {# groups}} deep', { max: FILTER_LIMITS.depth }),
      );
    // In Komga, also an empty `anyOf` matches everything.
    if (parts.length === 0) return EVERYTHING;
    const trees = parts.map((part: unknown, index) => this.read(part, `${path}[${index}]`, depth + 1));
    return name === 'allof' ? { allOf: trees } : { anyOf: trees };
  }
}

/**
 * Parses the condition of a search. Names are not case-sensitive. An unknown condition is refused: a dropped filter would show
 * rows that it should hide.
 * @throws {AppError} `BadRequest` that names the faulty part
 */
export function readCondition<Field extends string>(
  clauses: Clauses<Field>,
  condition: unknown,
): ConditionTree<Field> | undefined {
  if (condition === undefined || condition === null) return undefined;
  if (isMapping(condition) && Object.keys(condition).every((name) => EXTRA.has(name))) return undefined;
  return new ConditionReader(clauses).read(condition, 'condition', 0);
}
