import { BOOK_FIELDS } from './book-fields.ts';
import type { FieldWords } from './field-words.ts';
import type { FilterField, ListTarget } from './list-query.ts';
import { SERIES_FIELDS } from './series-fields.ts';

const FIELDS: Readonly<Record<ListTarget, Readonly<Partial<Record<FilterField, FieldWords>>>>> = {
  series: SERIES_FIELDS,
  books: BOOK_FIELDS,
};

/** Undefined for a field this kind of list lacks. */
export function findField(target: ListTarget, field: FilterField): FieldWords | undefined {
  return FIELDS[target][field];
}

/** Validates an untrusted field name. */
export function findFieldByName(target: ListTarget, name: string): FilterField | undefined {
  return listFields(target).find(([field]) => field === name)?.[0];
}

/** Fields of a list in menu order. */
export function listFields(target: ListTarget): readonly (readonly [FilterField, FieldWords])[] {
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
