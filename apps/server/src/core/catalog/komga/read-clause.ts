import { FILTER_LIMITS } from '@lectern/contract';
import { ownRole } from '#core/rules/metadata/credits.ts';
import type { ConditionTree, FieldTest, TextTest } from '#db/filters/condition-tree.ts';
import { invalidField } from '#core/invalid-field.ts';
import { say } from '#words/say.ts';

interface SentClause {
  /** For error messages. */
  readonly path: string;
  /** In lower case. */
  readonly operator: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Translates a clause of the Komga dialect. @throws {AppError} `BadRequest` */
export type ReadClause<Field extends string> = (sent: SentClause) => ConditionTree<Field>;

export const EVERYTHING = { allOf: [] } as const;
export const NOTHING = { anyOf: [] } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY_MS = 86_400_000;

/** Refuses a part of a request. */
export function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

function wrongOperator({ path }: SentClause, ...valid: readonly string[]): never {
  return refuse(`${path}.operator`, say('must be one of {choices}', { choices: valid.join(', ') }));
}

function readText(sent: SentClause, name = 'value'): string {
  const value = sent.fields[name];
  if (typeof value !== 'string' && typeof value !== 'number')
    return refuse(`${sent.path}.${name}`, say('must be a text'));
  const text = String(value).trim();
  if (text.length > FILTER_LIMITS.text || text.includes('\0')) {
    return refuse(
      `${sent.path}.${name}`,
      say('must have at most {max, plural, one {# character} other {# characters}}', { max: FILTER_LIMITS.text }),
    );
  }
  return text;
}

function clause<Field extends string>(field: Field, test: FieldTest, isDenied: boolean): ConditionTree<Field> {
  return { field, test, isDenied };
}

/** `is` or `isNot`. */
function isDenied(sent: SentClause): boolean {
  if (sent.operator === 'is' || sent.operator === 'isnot') return sent.operator === 'isnot';
  return wrongOperator(sent, 'is', 'isNot');
}

/** A clause of an id. An invalid id matches nothing; apps send `isNot ""` for "any". */
export function ids<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const [denied, value] = [isDenied(sent), readText(sent)];
    if (!UUID.test(value)) return denied ? EVERYTHING : NOTHING;
    return clause(field, { kind: 'among', values: [value.toLowerCase()] }, denied);
  };
}

/** A clause of a keyword. @param meanings for each keyword the conditions of which one must hold */
export function choice<Field extends string>(
  meanings: Readonly<Record<string, readonly ConditionTree<Field>[]>>,
): ReadClause<Field> {
  return (sent) => {
    const [denied, word] = [isDenied(sent), readText(sent).toUpperCase()];
    if (word === '') return denied ? EVERYTHING : NOTHING;
    const any = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
    if (any === undefined) {
      return refuse(
        `${sent.path}.value`,
        say('must be one of {choices}', { choices: Object.keys(meanings).join(', ') }),
      );
    }
    if (!denied) return { anyOf: any };
    return { allOf: any.map((tree) => ('field' in tree ? { ...tree, isDenied: !tree.isDenied } : tree)) };
  };
}

/** The condition that a field has one of the values, or is true. */
export function holds<Field extends string>(field: Field, ...values: readonly string[]): ConditionTree<Field> {
  return clause(field, values.length === 0 ? { kind: 'true' } : { kind: 'among', values }, false);
}

/** The opposite of `holds`. */
export function denied<Field extends string>(field: Field, ...values: readonly string[]): ConditionTree<Field> {
  return clause(field, values.length === 0 ? { kind: 'true' } : { kind: 'among', values }, true);
}

/** The condition that a field is this text. */
export function exactly<Field extends string>(field: Field, value: string): ConditionTree<Field> {
  return clause(field, { kind: 'text', how: 'is', value }, false);
}

const TEXT_OPERATORS: Readonly<Partial<Record<string, readonly [how: TextTest['how'], isDenied: boolean]>>> = {
  is: ['is', false],
  isnot: ['is', true],
  contains: ['contains', false],
  doesnotcontain: ['contains', true],
  beginswith: ['beginsWith', false],
  doesnotbeginwith: ['beginsWith', true],
  endswith: ['endsWith', false],
  doesnotendwith: ['endsWith', true],
};

/** A clause of a text. */
export function texts<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const found = Object.hasOwn(TEXT_OPERATORS, sent.operator) ? TEXT_OPERATORS[sent.operator] : undefined;
    if (found === undefined) {
      return wrongOperator(sent, 'is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith');
    }
    const [how, not] = found;
    return clause(field, { kind: 'text', how, value: readText(sent) }, not);
  };
}

/** Adds `isNull` and `isNotNull` to a clause. */
function nullable<Field extends string>(field: Field, read: ReadClause<Field>): ReadClause<Field> {
  return (sent) => {
    const isNull = sent.operator === 'isnull';
    return isNull || sent.operator === 'isnotnull' ? clause(field, { kind: 'present' }, isNull) : read(sent);
  };
}

/** A clause of names, such as genres. */
export function words<Field extends string>(field: Field): ReadClause<Field> {
  return nullable(field, (sent) => {
    const [not, value] = [isDenied(sent), readText(sent)];
    if (value === '') return not ? EVERYTHING : NOTHING;
    return clause(field, { kind: 'text', how: 'is', value }, not);
  });
}

/** A clause of a number that may be absent. */
export function numbers<Field extends string>(field: Field): ReadClause<Field> {
  return nullable(field, (sent) => {
    const text = readText(sent);
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) return refuse(`${sent.path}.value`, say('must be a number'));
    switch (sent.operator) {
      case 'is':
      case 'isnot':
        return clause(field, { kind: 'range', from: value, to: value }, sent.operator === 'isnot');
      case 'greaterthan':
        return clause(field, { kind: 'range', from: value, isAfter: true }, false);
      case 'lessthan':
        return clause(field, { kind: 'range', to: value, isBefore: true }, false);
      default:
        return wrongOperator(sent, 'is', 'isNot', 'greaterThan', 'lessThan', 'isNull', 'isNotNull');
    }
  });
}

/** A clause of a boolean. */
export function flag<Field extends string>(yes: ConditionTree<Field>, no: ConditionTree<Field>): ReadClause<Field> {
  return (sent) => {
    if (sent.operator === 'istrue') return yes;
    if (sent.operator === 'isfalse') return no;
    return wrongOperator(sent, 'isTrue', 'isFalse');
  };
}

/** For example `20260131`. */
function dayNumber(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''));
}

function readDay(sent: SentClause): number {
  const name = sent.fields['dateTime'] === undefined ? 'value' : 'dateTime';
  const at = Date.parse(readText(sent, name));
  const isUsable = at >= 0 || at >= Date.UTC(1, 0, 1);
  return isUsable && at < Date.UTC(9999, 11, 31)
    ? dayNumber(at)
    : refuse(`${sent.path}.${name}`, say('must be a date such as 2026-01-31'));
}

const DURATION =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})(?:[.]\d+)?S)?)?$/i;
const PARTS_MS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1_000];

/** The first day of an ISO 8601 duration that ends now. */
function dayBefore(sent: SentClause): number {
  const name = sent.fields['duration'] === undefined ? 'value' : 'duration';
  const found = DURATION.exec(readText(sent, name));
  if (found === null) return refuse(`${sent.path}.${name}`, say('must be a duration such as P30D'));
  const lengthMs = PARTS_MS.reduce((sum, partMs, index) => sum + partMs * Number(found[index + 1] ?? 0), 0);
  return dayNumber(Math.max(Date.UTC(1, 0, 1), Date.now() - lengthMs));
}

/** A clause of a date. */
export function dates<Field extends string>(field: Field): ReadClause<Field> {
  return nullable(field, (sent) => {
    switch (sent.operator) {
      case 'before':
        return clause(field, { kind: 'range', to: readDay(sent), isBefore: true }, false);
      case 'after':
        return clause(field, { kind: 'range', from: readDay(sent), isAfter: true }, false);
      case 'isinthelast':
        return clause(field, { kind: 'range', from: dayBefore(sent) }, false);
      case 'isnotinthelast':
        return clause(field, { kind: 'range', to: dayBefore(sent), isBefore: true }, false);
      default:
        return wrongOperator(sent, 'before', 'after', 'isInTheLast', 'isNotInTheLast', 'isNull', 'isNotNull');
    }
  });
}

/** A clause of a person, a role, or both. */
export function credits<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const not = isDenied(sent);
    const { value } = sent.fields;
    if (typeof value !== 'object' || value === null)
      return refuse(`${sent.path}.value`, say('must be an object with {choices}', { choices: 'name, role' }));
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const inner = { path: `${sent.path}.value`, operator: '', fields };
    const part = (name: string): string => ((fields[name] ?? null) === null ? '' : readText(inner, name));
    const [name, role] = [part('name'), ownRole(part('role'))];
    if (name === '' && role === '') return not ? NOTHING : EVERYTHING;
    return clause(field, { kind: 'among', values: [name, role] }, not);
  };
}

/** Sources of covers that users give. */
const GIVEN: ReadonlyMap<unknown, string> = new Map([
  ['USER_UPLOADED', 'upload'],
  ['SIDECAR', 'sidecar'],
]);

/** The cover of the file is shown when no other cover is selected. */
function generated<Field extends string>(field: Field, isShown: boolean): ConditionTree<Field> {
  const others = [...GIVEN.values()].map((source) =>
    clause(field, { kind: 'among', values: [source, 'selected'] }, isShown),
  );
  return isShown ? { allOf: others } : { anyOf: others };
}

function toSelection(selected: unknown): 'selected' | 'other' | '' {
  if (typeof selected !== 'boolean') return '';
  return selected ? 'selected' : 'other';
}

/**
 * A clause of the source of a cover, and of whether that cover is shown. Every book has the cover of its file.
 * @param field takes a source of `GIVEN`, and `selected`, `other` or ''
 */
export function posters<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const not = isDenied(sent);
    const { value } = sent.fields;
    if (typeof value !== 'object' || value === null)
      return refuse(`${sent.path}.value`, say('must be an object with {choices}', { choices: 'type, selected' }));
    const { type = null, selected } = value as Readonly<Record<string, unknown>>;
    const [source, which] = [GIVEN.get(type), toSelection(selected)];
    if (source !== undefined) return clause(field, { kind: 'among', values: [source, which] }, not);
    if (type === 'GENERATED' && which !== '') return generated(field, (which === 'selected') !== not);
    if (type === null || type === 'GENERATED') return not ? NOTHING : EVERYTHING;
    return refuse(
      `${sent.path}.value.type`,
      say('must be one of {choices}', { choices: 'GENERATED, SIDECAR, USER_UPLOADED' }),
    );
  };
}
