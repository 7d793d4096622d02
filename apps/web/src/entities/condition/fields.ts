import { BOOK_FIELDS } from './book-fields.ts';
import type { FieldWords } from './field-words.ts';
import type { FilterField, ListTarget } from './list-query.ts';
import { SERIES_FIELDS } from './series-fields.ts';

const FIELDS: Readonly<Record<ListTarget, Readonly<Partial<Record<FilterField, FieldWords>>>>> = {
  series: SERIES_FIELDS,
  books: BOOK_FIELDS,
};

/** A field of a list in words; undefined for one that its rows do not have. */
export function findField(target: ListTarget, field: FilterField): FieldWords | undefined {
  return FIELDS[target][field];
}

/** The field of a list with this name, whoever says it. */
export function fieldNamed(target: ListTarget, name: string): FilterField | undefined {
  return fieldsOf(target).find(([field]) => field === name)?.[0];
}

/** Every field of a list, in the order in which they are offered. */
export function fieldsOf(target: ListTarget): readonly (readonly [FilterField, FieldWords])[] {
  return LISTED[target];
}

const LISTED = { series: listed(SERIES_FIELDS), books: listed(BOOK_FIELDS) };

function listed<Field extends FilterField>(
  fields: Readonly<Record<Field, FieldWords>>,
): readonly (readonly [Field, FieldWords])[] {
  const isField = (name: string): name is Field => Object.hasOwn(fields, name);
  return Object.keys(fields)
    .filter(isField)
    .map((field) => [field, fields[field]] as const);
}
