import { FILTER_LIMITS } from '@lectern/contract';
import type { ConditionClause } from '#db/filters/condition-tree.ts';
import { AppError } from '../errors.ts';

type TermClause = ConditionClause<'genre' | 'tag'>;

function clausesFor(field: 'genre' | 'tag', list: string | undefined): TermClause[] {
  const names = (list ?? '').split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((value) => ({ field, isDenied: false, test: { kind: 'text', how: 'is', value } }));
}

/**
 * The conditions of `genres=` and `tags=`: names separated by commas, all of which a row must have.
 * @throws {AppError} `BadRequest` for more names than a condition may have values
 */
export function termConditions({
  genres,
  tags,
}: {
  readonly genres?: string | undefined;
  readonly tags?: string | undefined;
}): readonly TermClause[] {
  const clauses = [...clausesFor('genre', genres), ...clausesFor('tag', tags)];
  if (clauses.length > FILTER_LIMITS.values) {
    throw new AppError('BadRequest', `Found ${clauses.length} genres and tags, the most are ${FILTER_LIMITS.values}`);
  }
  return clauses;
}
