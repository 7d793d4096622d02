import { FILTER_LIMITS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { ConditionClause, ConditionTree } from '#db/filters/condition-tree.ts';
import type { Database } from '#db/open.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { say } from '#words/say.ts';
import { applyPendingIndexChanges } from './apply-index-changes.ts';

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
  /** Names that books credit. */
  readonly person?: string | undefined;
  /** What `person` does. */
  readonly role?: string | undefined;
  readonly publisher?: string | undefined;
  readonly character?: string | undefined;
  readonly team?: string | undefined;
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

const CREDIT_KINDS = ['person', 'publisher', 'character', 'team'] as const;

type TermField = 'genre' | 'tag';

function termClauses(field: TermField, list = ''): ConditionClause<TermField>[] {
  const names = list.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((value) => ({ field, isDenied: false, test: { kind: 'text', how: 'is', value } }));
}

type NamedWanted = Pick<FilterWanted<never>, 'person' | 'role' | 'publisher' | 'character' | 'team'>;

function namedClauses(wanted: NamedWanted): ConditionClause<'named'>[] {
  return CREDIT_KINDS.flatMap((kind) => {
    const name = wanted[kind];
    if (name === undefined) return [];
    const values = [kind, nameKey(name), kind === 'person' ? (wanted.role ?? '') : ''];
    return [{ field: 'named', isDenied: false, test: { kind: 'among', values } }];
  });
}

/** Fields whose tests read what the index notes. */
const NOTED: ReadonlySet<string> = new Set(['hasGaps', 'named']);

function readsNoted(tree: ConditionTree<string>): boolean {
  if ('field' in tree) return NOTED.has(tree.field);
  return ('allOf' in tree ? tree.allOf : tree.anyOf).some(readsNoted);
}

/** Applies pending changes of the index, where a filter reads what it notes. */
export async function applyNoted(ctx: FilterContext, trees: readonly ConditionTree<string>[]): Promise<void> {
  if (trees.some(readsNoted)) await applyPendingIndexChanges(ctx);
}

/**
 * All conditions of a request.
 * @param parsed `condition` of the request
 * @throws {AppError} `BadRequest` for more genres and tags than a condition may have values
 */
export function listTrees<Field extends string>(
  wanted: FilterWanted<Field>,
  parsed: ConditionTree<Field> | undefined,
): ConditionTree<Field | TermField | 'named'>[] {
  const { tree, genres, tags } = wanted;
  const terms = [...termClauses('genre', genres), ...termClauses('tag', tags)];
  if (terms.length > FILTER_LIMITS.values) {
    throw new AppError(
      'BadRequest',
      say('Filter by at most {max, plural, one {# genre or tag} other {# genres and tags}}', {
        max: FILTER_LIMITS.values,
      }),
    );
  }
  return [tree, parsed, ...terms, ...namedClauses(wanted)].filter((one) => one !== undefined);
}
