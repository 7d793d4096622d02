import { FILTER_LIMITS } from '@lectern/contract';
import type { ConditionTree, FieldTest, TextTest } from '#db/filters/condition-tree.ts';
import { AppError } from '#core/errors.ts';
import { ownRole } from '#core/rules/metadata/credits.ts';

/** A clause as an app sends it; the operator in small letters. */
export interface SentClause {
  readonly path: string;
  readonly operator: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a clause asks, in our words. @throws {AppError} `BadRequest` */
export type ReadClause<Field extends string> = (sent: SentClause) => ConditionTree<Field>;

/** What everything passes, and what nothing does. */
export const EVERYTHING = { allOf: [] } as const;
export const NOTHING = { anyOf: [] } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY_MS = 86_400_000;

/** Refuses what an app asks, naming the place. */
export function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `"${path}" in the body ${message}`, { details: [{ path, message }] });
}

function wrongOperator({ path }: SentClause, ...valid: readonly string[]): never {
  return refuse(`${path}.operator`, `must be one of ${valid.join(', ')}`);
}

function textOf(sent: SentClause, name = 'value'): string {
  const value = sent.fields[name];
  if (typeof value !== 'string' && typeof value !== 'number') return refuse(`${sent.path}.${name}`, 'must be a text');
  const text = String(value).trim();
  if (text.length > FILTER_LIMITS.text || text.includes('\0')) {
    return refuse(`${sent.path}.${name}`, `must have at most ${FILTER_LIMITS.text} characters and no null character`);
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

/** Ids: what is none names nothing. Apps say "any" as "is not nothing". */
export function ids<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const [denied, value] = [isDenied(sent), textOf(sent)];
    if (!UUID.test(value)) return denied ? EVERYTHING : NOTHING;
    return clause(field, { kind: 'among', values: [value.toLowerCase()] }, denied);
  };
}

/** One of the dialect's words for something, each with what it is here. */
export function choice<Field extends string>(
  meanings: Readonly<Record<string, readonly ConditionTree<Field>[]>>,
): ReadClause<Field> {
  return (sent) => {
    const [denied, word] = [isDenied(sent), textOf(sent).toUpperCase()];
    if (word === '') return denied ? EVERYTHING : NOTHING;
    const any = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
    if (any === undefined) return refuse(`${sent.path}.value`, `must be one of ${Object.keys(meanings).join(', ')}`);
    if (!denied) return { anyOf: any };
    return { allOf: any.map((tree) => ('field' in tree ? { ...tree, isDenied: !tree.isDenied } : tree)) };
  };
}

/** A clause that holds, for `choice` and `flag`. */
export function holds<Field extends string>(field: Field, ...values: readonly string[]): ConditionTree<Field> {
  return clause(field, values.length === 0 ? { kind: 'true' } : { kind: 'among', values }, false);
}

/** The opposite of a clause. */
export function denied<Field extends string>(field: Field, ...values: readonly string[]): ConditionTree<Field> {
  return clause(field, values.length === 0 ? { kind: 'true' } : { kind: 'among', values }, true);
}

/** A text that is the whole of it. */
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

/** Texts, with all that they can be compared by. */
export function texts<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const found = Object.hasOwn(TEXT_OPERATORS, sent.operator) ? TEXT_OPERATORS[sent.operator] : undefined;
    if (found === undefined) {
      return wrongOperator(sent, 'is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith');
    }
    const [how, not] = found;
    return clause(field, { kind: 'text', how, value: textOf(sent) }, not);
  };
}

/** Whether there is a value; undefined for other operators. */
function presence<Field extends string>(field: Field, { operator }: SentClause): ConditionTree<Field> | undefined {
  if (operator !== 'isnull' && operator !== 'isnotnull') return undefined;
  return clause(field, { kind: 'present' }, operator === 'isnull');
}

/** Words that something has or not, such as genres. */
export function words<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const present = presence(field, sent);
    if (present !== undefined) return present;
    const [not, value] = [isDenied(sent), textOf(sent)];
    if (value === '') return not ? EVERYTHING : NOTHING;
    return clause(field, { kind: 'text', how: 'is', value }, not);
  };
}

/** A number, whole or not, and whether it is known. */
export function numbers<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const present = presence(field, sent);
    if (present !== undefined) return present;
    const text = textOf(sent);
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) return refuse(`${sent.path}.value`, 'must be a number');
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
  };
}

/** Two trees, for yes and for no. */
export function flag<Field extends string>(yes: ConditionTree<Field>, no: ConditionTree<Field>): ReadClause<Field> {
  return (sent) => {
    if (sent.operator === 'istrue') return yes;
    if (sent.operator === 'isfalse') return no;
    return wrongOperator(sent, 'isTrue', 'isFalse');
  };
}

/** A day as a number: `20260131`. @param at epoch milliseconds */
function dayNumber(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''));
}

function dayOf(sent: SentClause): number {
  const name = sent.fields['dateTime'] === undefined ? 'value' : 'dateTime';
  const at = Date.parse(textOf(sent, name));
  const isUsable = at >= 0 || at >= Date.UTC(1, 0, 1);
  return isUsable && at < Date.UTC(9999, 11, 31) ? dayNumber(at) : refuse(`${sent.path}.${name}`, 'must be a date');
}

const DURATION =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})(?:[.]\d+)?S)?)?$/i;
const PARTS_MS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1_000];

/** The day on which an ISO 8601 duration that ends now began. */
function dayBefore(sent: SentClause): number {
  const name = sent.fields['duration'] === undefined ? 'value' : 'duration';
  const found = DURATION.exec(textOf(sent, name));
  if (found === null) return refuse(`${sent.path}.${name}`, 'must be a duration such as P30D');
  const lengthMs = PARTS_MS.reduce((sum, partMs, index) => sum + partMs * Number(found[index + 1] ?? 0), 0);
  return dayNumber(Math.max(Date.UTC(1, 0, 1), Date.now() - lengthMs));
}

/** Days. */
export function dates<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const present = presence(field, sent);
    if (present !== undefined) return present;
    switch (sent.operator) {
      case 'before':
        return clause(field, { kind: 'range', to: dayOf(sent), isBefore: true }, false);
      case 'after':
        return clause(field, { kind: 'range', from: dayOf(sent), isAfter: true }, false);
      case 'isinthelast':
        return clause(field, { kind: 'range', from: dayBefore(sent) }, false);
      case 'isnotinthelast':
        return clause(field, { kind: 'range', to: dayBefore(sent), isBefore: true }, false);
      default:
        return wrongOperator(sent, 'before', 'after', 'isInTheLast', 'isNotInTheLast', 'isNull', 'isNotNull');
    }
  };
}

/** A user, their part, or both. */
export function credits<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const not = isDenied(sent);
    const { value } = sent.fields;
    if (typeof value !== 'object' || value === null) return refuse(`${sent.path}.value`, 'must have name or role');
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const inner = { path: `${sent.path}.value`, operator: '', fields };
    const part = (name: string): string => ((fields[name] ?? null) === null ? '' : textOf(inner, name));
    const [name, role] = [part('name'), ownRole(part('role'))];
    if (name === '' && role === '') return not ? NOTHING : EVERYTHING;
    return clause(field, { kind: 'among', values: [name, role] }, not);
  };
}

/** Where covers come from that a user gave, in the dialect's words. */
const GIVEN: ReadonlyMap<unknown, string> = new Map([
  ['USER_UPLOADED', 'upload'],
  ['SIDECAR', 'sidecar'],
]);

/** Whether that of the file is shown, which is where none of the others is. */
function generated<Field extends string>(field: Field, isShown: boolean): ConditionTree<Field> {
  const others = [...GIVEN.values()].map((source) =>
    clause(field, { kind: 'among', values: [source, 'selected'] }, isShown),
  );
  return isShown ? { allOf: others } : { anyOf: others };
}

function whichOf(selected: unknown): 'selected' | 'other' | '' {
  if (typeof selected !== 'boolean') return '';
  return selected ? 'selected' : 'other';
}

/**
 * The covers that something has: by where they come from, and whether that is the one that is shown. What is made of the file
 * is always there, and shown unless another is.
 * @param field `among` the source of a cover that a user gave, and `selected`, `other` or nothing
 */
export function posters<Field extends string>(field: Field): ReadClause<Field> {
  return (sent) => {
    const not = isDenied(sent);
    const { value } = sent.fields;
    if (typeof value !== 'object' || value === null) return refuse(`${sent.path}.value`, 'must have type or selected');
    const { type = null, selected } = value as Readonly<Record<string, unknown>>;
    const [source, which] = [GIVEN.get(type), whichOf(selected)];
    if (source !== undefined) return clause(field, { kind: 'among', values: [source, which] }, not);
    if (type === 'GENERATED' && which !== '') return generated(field, (which === 'selected') !== not);
    if (type === null || type === 'GENERATED') return not ? NOTHING : EVERYTHING;
    return refuse(`${sent.path}.value.type`, 'must be one of GENERATED, SIDECAR, USER_UPLOADED');
  };
}
