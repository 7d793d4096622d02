import type { FILTER_LIMITS, FilterClause, FilterFamily, FilterOperator } from '@lectern/contract';
import type { FieldWords } from './field-words.ts';
import type { FilterField } from './list-query.ts';
import { getArity, findOperatorByName } from './operators.ts';

/** Copied from the contract, whose module would bundle zod. */
export const LIMITS: typeof FILTER_LIMITS = { depth: 16, nodes: 500, text: 1_000, values: 500 };

/** A clause with its values as text. A range has two values; an open end is ''. */
export interface TextClause {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly texts: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

const CHECKS: Readonly<Record<FilterFamily, (text: string, field: FieldWords) => boolean>> = {
  text: (text) => !text.includes('\0'),
  uuid: (text) => UUID.test(text),
  choice: (text, { choices = [] }) => choices.some(([value]) => value === text),
  boolean: () => false,
  number: (text) => Number.isFinite(Number(text)),
  date: (text) => (DAY.test(text) || INSTANT.test(text)) && !Number.isNaN(Date.parse(text)),
};

function isValue(text: string, field: FieldWords): boolean {
  return text.trim() !== '' && text.length <= LIMITS.text && CHECKS[field.family](text, field);
}

/** Whether the server would accept the clause. */
export function isComplete({ operator, texts }: TextClause, field: FieldWords): boolean {
  switch (getArity(operator)) {
    case 'none':
      return texts.length === 0;
    case 'one':
      return texts.length === 1 && texts.every((text) => isValue(text, field));
    case 'list':
      return texts.length > 0 && texts.length <= LIMITS.values && texts.every((text) => isValue(text, field));
    case 'range':
      return (
        texts.length === 2 &&
        texts.some((text) => text !== '') &&
        texts.every((text) => text === '' || isValue(text, field))
      );
  }
}

/** A complete clause in the shape of the API. */
export function serialiseClause({ operator, texts }: TextClause, { family }: FieldWords): FilterClause {
  const [first = ''] = texts;
  switch (getArity(operator)) {
    case 'none':
      return { operator };
    case 'one':
      return { operator, value: family === 'number' ? Number(first) : first };
    case 'list':
      return { operator, values: [...texts] };
    case 'range':
      return { operator, ...(family === 'number' ? numberEnds(texts) : dateEnds(texts)) };
  }
}

function numberEnds([min = '', max = '']: readonly string[]) {
  return { ...(min === '' ? {} : { min: Number(min) }), ...(max === '' ? {} : { max: Number(max) }) };
}

function dateEnds([start = '', end = '']: readonly string[]) {
  return { ...(start === '' ? {} : { start }), ...(end === '' ? {} : { end }) };
}

/** Synonyms, replaced by the operator the builder offers. */
const SAME: Readonly<Record<string, FilterOperator>> = {
  'number.is': 'eq',
  'number.isNot': 'ne',
  'boolean.is true': 'isTrue',
  'boolean.is false': 'isFalse',
  'boolean.isNot true': 'isFalse',
  'boolean.isNot false': 'isTrue',
};

/** An unvalidated clause. */
export type RawClause = Readonly<Record<string, unknown>>;

/** Undefined for a clause this client cannot parse. */
export function parseClause(field: FilterField, clause: RawClause, words: FieldWords): TextClause | undefined {
  const { family } = words;
  const said = readText(clause['operator']);
  const same = SAME[family === 'boolean' ? `boolean.${said} ${readText(clause['value'])}` : `${family}.${said}`];
  const operator = same ?? findOperatorByName(family, said);
  if (operator === undefined) return undefined;
  const plain = { field, operator, texts: readTexts(operator, clause) };
  return isComplete(plain, words) ? plain : undefined;
}

function readTexts(operator: FilterOperator, clause: RawClause): readonly string[] {
  switch (getArity(operator)) {
    case 'none':
      return [];
    case 'one':
      return [readText(clause['value'])];
    case 'list': {
      const values: unknown = clause['values'] ?? clause['value'];
      return Array.isArray(values) ? values.map(readText) : [];
    }
    case 'range':
      return [readText(clause['min'] ?? clause['start']), readText(clause['max'] ?? clause['end'])];
  }
}

function readText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
