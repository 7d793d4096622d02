import { FILTER_LIMITS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { ConditionClause, ConditionTree } from '#db/filters/condition-tree.ts';
import type { Database } from '#db/open.ts';
import { say } from '#words/say.ts';

/** The database of filtered rows. */
export interface FilterContext {
  readonly db: Database;
}

/** The filter of a request. */
export interface FilterWanted<Field extends string> {
  /** JSON. */
  readonly condition?: unknown;
  /** Names separated by commas: a row must have all of them. */
  readonly genres?: string | undefined;
  readonly tags?: string | undefined;
  /** Searched in titles, names of people, publishers, genres and tags. */
  readonly fullTextSearch?: string | null | undefined;
  /** One more condition, already checked. */
  readonly tree?: ConditionTree<Field> | undefined;
}

/** A range of rows by id. */
export interface IdRange {
  /** Excluded; '' for the first range. */
  readonly after: string;
  readonly limit: number;
}

/** Ids of a range, and whether there are any outside of it. */
export async function listRange(list: (range: IdRange) => Promise<string[]>, range: IdRange) {
  const ids = await list(range);
  return { ids, isAny: ids.length > 0 || (await list({ after: '', limit: 1 })).length > 0 };
}

type TermField = 'genre' | 'tag';

function termClauses(field: TermField, list = ''): ConditionClause<TermField>[] {
  const names = list.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((value) => ({ field, isDenied: false, test: { kind: 'text', how: 'is', value } }));
}

/**
 * All conditions of a request.
 * @param parsed `condition` of the request
 * @throws {AppError} `BadRequest` for more genres and tags than a condition may have values
 */
export function listTrees<Field extends string>(
  { tree, genres, tags }: FilterWanted<Field>,
  parsed: ConditionTree<Field> | undefined,
): ConditionTree<Field | TermField>[] {
  const terms = [...termClauses('genre', genres), ...termClauses('tag', tags)];
  if (terms.length > FILTER_LIMITS.values) {
    throw new AppError(
      'BadRequest',
      say('Filter by at most {max, plural, one {# genre or tag} other {# genres and tags}}', {
        max: FILTER_LIMITS.values,
      }),
    );
  }
  return [tree, parsed, ...terms].filter((one) => one !== undefined);
}
