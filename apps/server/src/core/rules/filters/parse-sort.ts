import { say } from '#words/say.ts';
import { invalidField } from '#core/invalid-field.ts';

/** Order of a list. */
export interface Sorting<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

interface SortRequest {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
}

function isDirection(text: string): text is 'asc' | 'desc' {
  return text === 'asc' || text === 'desc';
}

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

/**
 * Parses `sort=field,dir` or `sort=field&order=dir`, in camelCase or snake_case.
 * @param fields every accepted spelling, with its field
 * @param fallback the order without a field; a direction alone changes its direction
 * @throws {AppError} `BadRequest` with the valid fields or directions
 */
export function parseSort<Field extends string>(
  wanted: SortRequest,
  fields: Readonly<Record<string, Field>>,
  fallback: Sorting<Field>,
): Sorting<Field> {
  const { sort = '', order } = wanted;
  const [name = '', ownDirection, ...rest] = sort.split(',').map((part) => part.trim());
  if (rest.length > 0) refuse('sort', say('must be a field and a direction'));
  const direction = (ownDirection ?? order ?? (name === '' ? fallback.direction : 'asc')).trim().toLowerCase();
  if (!isDirection(direction)) {
    refuse(ownDirection === undefined ? 'order' : 'sort', say('must be one of {choices}', { choices: 'asc, desc' }));
  }
  if (name === '') return { field: fallback.field, direction };
  const spelling = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const field = Object.hasOwn(fields, spelling) ? fields[spelling] : undefined;
  if (field === undefined) refuse('sort', say('must be one of {choices}', { choices: Object.keys(fields).join(', ') }));
  return { field, direction };
}

/**
 * Parses the order of a searchable list. A search without a sort orders by relevance, best first unless `asc` is given.
 * @throws {AppError} `BadRequest`
 */
export function parseListSort<Field extends string>(
  wanted: SortRequest & { readonly fullTextSearch?: string | null | undefined },
  fields: Readonly<Record<string, Field>> & { readonly relevance: Field },
  fallback: Sorting<Field>,
): Sorting<Field> {
  const { sort = '', order, fullTextSearch } = wanted;
  const isSearched = (fullTextSearch ?? '').trim() !== '';
  const own = isSearched ? { field: fields.relevance, direction: 'desc' as const } : fallback;
  const sorting = parseSort(wanted, fields, own);
  const isTurned = order !== undefined || sort.includes(',');
  return sorting.field === fields.relevance && !isTurned ? { ...sorting, direction: 'desc' } : sorting;
}
