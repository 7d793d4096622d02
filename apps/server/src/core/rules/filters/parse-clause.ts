import { FILTER_LIMITS, FILTER_OPERATORS, type FilterFamily, READ_STATUSES } from '@lectern/contract';
import type { FieldTest, RangeTest, TextTest } from '#db/filters/condition-tree.ts';
import { say } from '#words/say.ts';
import { invalidFields } from '#core/invalid-field.ts';

interface Problem {
  readonly path: string;
  readonly message: string;
}

const MAX_PROBLEMS = 20;

/** Collects the problems of a condition, so that an error names all of them. */
export class ConditionProblems {
  readonly #found: Problem[] = [];

  /** Adds a problem; the null stands for the unreadable part. */
  add(path: string, message: string): null {
    if (this.#found.length < MAX_PROBLEMS) this.#found.push({ path, message });
    return null;
  }

  get isFull(): boolean {
    return this.#found.length >= MAX_PROBLEMS;
  }

  /** @throws {AppError} `BadRequest` with every problem as `{path, message}` */
  check(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    throw invalidFields(first, this.#found);
  }
}

interface SentClause {
  readonly path: string;
  readonly operator: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface ReadClause {
  readonly isDenied: boolean;
  /** Undefined for a test that is always true. */
  readonly test: FieldTest | undefined;
}

const OPPOSITES: Readonly<Partial<Record<string, string>>> = {
  isNot: 'is',
  doesNotContain: 'contains',
  notIn: 'in',
  ne: 'eq',
  isNull: 'isNotNull',
  isFalse: 'isTrue',
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;
const DAY_MS = 86_400_000;

function readText({ path, fields }: SentClause, problems: ConditionProblems): string | null {
  const { value } = fields;
  const place = `${path}.value`;
  if (value === undefined) return problems.add(place, say('is missing'));
  if (typeof value !== 'string' && typeof value !== 'number') return problems.add(place, say('must be a text'));
  const text = String(value);
  if (text.length > FILTER_LIMITS.text) {
    return problems.add(
      place,
      say('must have at most {max, plural, one {# character} other {# characters}}', { max: FILTER_LIMITS.text }),
    );
  }
  if (text.includes('\0')) return problems.add(place, say('must not contain a null character'));
  return text;
}

function readWord(word: unknown, place: string, family: FilterFamily, problems: ConditionProblems): string | null {
  if (typeof word !== 'string') return problems.add(place, say('must be a text'));
  if (family === 'uuid') return UUID.test(word) ? word.toLowerCase() : problems.add(place, say('must be a UUID'));
  const isStatus = READ_STATUSES.some((status) => status === word);
  return isStatus ? word : problems.add(place, say('must be one of {choices}', { choices: READ_STATUSES.join(', ') }));
}

function readWords(
  clause: SentClause,
  family: FilterFamily,
  problems: ConditionProblems,
): FieldTest | null | undefined {
  const { path, operator, fields } = clause;
  if (operator === 'is') {
    if (fields['value'] === undefined) return problems.add(`${path}.value`, say('is missing'));
    const word = readWord(fields['value'], `${path}.value`, family, problems);
    return word === null ? null : { kind: 'among', values: [word] };
  }
  // The list may also be sent as `value`.
  const name = fields['values'] === undefined && fields['value'] !== undefined ? 'value' : 'values';
  const list: unknown = fields[name];
  const place = `${path}.${name}`;
  if (!Array.isArray(list)) return problems.add(place, list === undefined ? say('is missing') : say('must be a list'));
  if (list.length > FILTER_LIMITS.values) {
    return problems.add(
      place,
      say('must have at most {max, plural, one {# entry} other {# entries}}', { max: FILTER_LIMITS.values }),
    );
  }
  const words = list.map((word: unknown, index) => readWord(word, `${place}[${index}]`, family, problems));
  return { kind: 'among', values: words.filter((word) => word !== null) };
}

function readNumber(value: unknown, place: string, problems: ConditionProblems): number | null {
  if (value === undefined) return problems.add(place, say('is missing'));
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  return problems.add(place, say('must be a number'));
}

function range(parts: { [Key in Exclude<keyof RangeTest, 'kind'>]?: RangeTest[Key] | undefined }): RangeTest {
  const { from, to, isAfter, isBefore } = parts;
  return {
    kind: 'range',
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(isAfter === true ? { isAfter } : {}),
    ...(isBefore === true ? { isBefore } : {}),
  };
}

/** An end of a range; absent or null leaves it open. */
function readEnd<Value>(
  { path, fields }: SentClause,
  name: string,
  read: (value: unknown, place: string) => Value | null,
): Value | undefined {
  const value = fields[name];
  return value === undefined || value === null ? undefined : (read(value, `${path}.${name}`) ?? undefined);
}

function readNumbers(clause: SentClause, problems: ConditionProblems): FieldTest | null | undefined {
  const { path, operator, fields } = clause;
  const read = (value: unknown, place: string) => readNumber(value, place, problems);
  if (operator === 'between') {
    const [from, to] = [readEnd(clause, 'min', read), readEnd(clause, 'max', read)];
    return from === undefined && to === undefined ? undefined : range({ from, to });
  }
  const value = read(fields['value'], `${path}.value`);
  if (value === null) return null;
  const isLower = operator === 'gt' || operator === 'gte';
  const isUpper = operator === 'lt' || operator === 'lte';
  return range({
    from: isUpper ? undefined : value,
    to: isLower ? undefined : value,
    isAfter: operator === 'gt',
    isBefore: operator === 'lt',
  });
}

/** First and last millisecond of a day, or a time twice. */
interface Moment {
  readonly first: number;
  readonly last: number;
}

function readMoment(value: unknown, place: string, problems: ConditionProblems): Moment | null {
  if (value === undefined) return problems.add(place, say('is missing'));
  const isDay = typeof value === 'string' && DAY.test(value);
  if (typeof value === 'string' && (isDay || INSTANT.test(value))) {
    const first = Date.parse(value);
    if (!Number.isNaN(first)) return { first, last: isDay ? first + DAY_MS - 1 : first };
  }
  return problems.add(
    place,
    say('must be a date and time such as 2026-01-31T12:00:00.000Z, or a day such as 2026-01-31'),
  );
}

function readDates(clause: SentClause, problems: ConditionProblems): FieldTest | null | undefined {
  const { path, operator, fields } = clause;
  const read = (value: unknown, place: string) => readMoment(value, place, problems);
  if (operator === 'between') {
    const [start, end] = [readEnd(clause, 'start', read), readEnd(clause, 'end', read)];
    if (start === undefined && end === undefined) return undefined;
    return range({ from: start?.first, to: end?.last });
  }
  const moment = read(fields['value'], `${path}.value`);
  if (moment === null) return null;
  switch (operator) {
    case 'after':
      return { kind: 'range', from: moment.last, isAfter: true };
    case 'onOrAfter':
      return { kind: 'range', from: moment.first };
    case 'before':
      return { kind: 'range', to: moment.first, isBefore: true };
    default:
      return { kind: 'range', to: moment.last };
  }
}

/** `isTrue`; or `is` with true or false, as boolean or text. */
function readFlag({ path, operator, fields }: SentClause, problems: ConditionProblems): boolean | null {
  if (operator === 'isTrue') return true;
  const { value } = fields;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return problems.add(`${path}.value`, value === undefined ? say('is missing') : say('must be true or false'));
}

function readTest(clause: SentClause, family: FilterFamily, problems: ConditionProblems): FieldTest | null | undefined {
  switch (family) {
    case 'text': {
      const value = readText(clause, problems);
      // The operators of texts are the ways to compare.
      const how = (['contains', 'beginsWith', 'endsWith'] as const).find((name) => name === clause.operator) ?? 'is';
      return value === null ? null : ({ kind: 'text', how, value } satisfies TextTest);
    }
    case 'uuid':
    case 'choice':
      return readWords(clause, family, problems);
    case 'number':
      return readNumbers(clause, problems);
    default:
      return readDates(clause, problems);
  }
}

/** Reads a clause of a field. @returns null for an invalid clause, after adding the problem */
export function readClause(clause: SentClause, family: FilterFamily, problems: ConditionProblems): ReadClause | null {
  const operators: readonly string[] = FILTER_OPERATORS[family];
  if (!operators.includes(clause.operator)) {
    return problems.add(`${clause.path}.operator`, say('must be one of {choices}', { choices: operators.join(', ') }));
  }
  const opposite = OPPOSITES[clause.operator];
  const isDenied = opposite !== undefined;
  const operator = opposite ?? clause.operator;
  if (operator === 'isNotNull') return { isDenied, test: { kind: 'present' } };
  if (family === 'boolean') {
    const flag = readFlag({ ...clause, operator }, problems);
    return flag === null ? null : { isDenied: isDenied === flag, test: { kind: 'true' } };
  }
  const test = readTest({ ...clause, operator }, family, problems);
  return test === null ? null : { isDenied, test };
}
