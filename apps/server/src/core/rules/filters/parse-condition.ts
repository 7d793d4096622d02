import {
  BOOK_FILTER_FIELDS,
  type BookFilterField,
  FILTER_FIELD_ALIASES,
  FILTER_LIMITS,
  type FilterFamily,
  SERIES_FILTER_FIELDS,
  type SeriesFilterField,
} from '@lectern/contract';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import { ConditionProblems, readClause } from './parse-clause.ts';
import { say } from '#words/say.ts';

interface FilterFields<Field extends string> {
  readonly families: Readonly<Record<Field, FilterFamily>>;
  readonly aliases: Readonly<Partial<Record<string, Field>>>;
}

const BOOK_FIELDS: FilterFields<BookFilterField> = { families: BOOK_FILTER_FIELDS, aliases: FILTER_FIELD_ALIASES.book };
const SERIES_FIELDS: FilterFields<SeriesFilterField> = {
  families: SERIES_FILTER_FIELDS,
  aliases: FILTER_FIELD_ALIASES.series,
};
/** Values of all lists together: a database statement has a limit of parameters. */
const MAX_VALUES = 5_000;
const MAX_KEY = 50;

type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer than any field name; avoids replacing in a huge text. */
const MAX_NAME = 100;

function camelCase(name: string): string {
  if (name.length > MAX_NAME) return name;
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

class ConditionReader<Field extends string> {
  readonly problems = new ConditionProblems();
  readonly #fields: FilterFields<Field>;
  #nodes = 0;
  #values = 0;

  constructor(fields: FilterFields<Field>) {
    this.#fields = fields;
  }

  /** @param depth number of groups around the node */
  read(node: unknown, path: string, depth: number): ConditionTree<Field> | null {
    if (this.problems.isFull) return null;
    this.#nodes += 1;
    if (this.#nodes > FILTER_LIMITS.nodes) {
      if (this.#nodes > FILTER_LIMITS.nodes + 1) return null;
      return this.problems.add(
        path,
        say('makes more than {max, plural, one {# condition} other {# conditions}}', { max: FILTER_LIMITS.nodes }),
      );
    }
    if (!isMapping(node)) return this.problems.add(path, say('must be an object with allOf, anyOf or a field'));
    const [key, ...others] = Object.keys(node);
    if (key === undefined) return this.problems.add(path, say('must have allOf, anyOf or a field'));
    if (others.length > 0) {
      return this.problems.add(path, say('must have only one of allOf, anyOf or a field'));
    }
    const name = camelCase(key);
    if (name === 'allOf' || name === 'anyOf') return this.#readGroup(name, node[key], `${path}.${name}`, depth);
    return this.#readField(key, node[key], path);
  }

  #readGroup(name: 'allOf' | 'anyOf', parts: unknown, path: string, depth: number): ConditionTree<Field> | null {
    if (!Array.isArray(parts)) return this.problems.add(path, say('must be a list of conditions'));
    if (depth >= FILTER_LIMITS.depth) {
      return this.problems.add(
        path,
        say('is more than {max, plural, one {# group} other {# groups}} deep', { max: FILTER_LIMITS.depth }),
      );
    }
    const trees = parts
      .slice(0, FILTER_LIMITS.nodes + 1)
      .map((part: unknown, index) => this.read(part, `${path}[${index}]`, depth + 1))
      .filter((tree) => tree !== null);
    return name === 'allOf' ? { allOf: trees } : { anyOf: trees };
  }

  #readField(key: string, clause: unknown, place: string): ConditionTree<Field> | null {
    const field = this.#findField(key);
    const path = `${place}.${key.slice(0, MAX_KEY)}`;
    if (field === undefined) {
      const valid = Object.keys(this.#fields.families).join(', ');
      return this.problems.add(path, say('must be one of {choices}', { choices: `allOf, anyOf, ${valid}` }));
    }
    if (!isMapping(clause)) return this.problems.add(path, say('must be an object with an operator'));
    const { operator } = clause;
    if (typeof operator !== 'string') {
      return this.problems.add(`${path}.operator`, operator === undefined ? say('is missing') : say('must be a text'));
    }
    const read = readClause({ path, operator, fields: clause }, this.#fields.families[field], this.problems);
    if (read === null) return null;
    const { isDenied, test } = read;
    // A range without ends accepts everything.
    if (test === undefined) return { allOf: [] };
    if (test.kind === 'among') this.#countValues(test.values.length, path);
    return { field, isDenied, test };
  }

  #countValues(count: number, path: string): void {
    this.#values += count;
    if (this.#values > MAX_VALUES) {
      this.problems.add(
        path,
        say('makes more than {max, plural, one {# value} other {# values}} in all lists', { max: MAX_VALUES }),
      );
    }
  }

  #findField(key: string): Field | undefined {
    const { families, aliases } = this.#fields;
    const isField = (name: string): name is Field => Object.hasOwn(families, name);
    for (const name of [key, camelCase(key)]) {
      if (isField(name)) return name;
      const meant = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
      if (meant !== undefined) return meant;
    }
    return undefined;
  }
}

function parse<Field extends string>(condition: unknown, fields: FilterFields<Field>) {
  if (condition === undefined || condition === null) return undefined;
  const reader = new ConditionReader(fields);
  const tree = reader.read(condition, 'condition', 0);
  reader.problems.check();
  return tree ?? undefined;
}

/**
 * Parses a condition on books.
 * @param condition JSON; null and undefined mean none
 * @throws {AppError} `BadRequest` with the path of each problem, such as `condition.allOf[2].genre.operator`
 */
export function parseBookCondition(condition: unknown): ConditionTree<BookFilterField> | undefined {
  return parse(condition, BOOK_FIELDS);
}

/** Parses a condition on series, as `parseBookCondition` does. @throws {AppError} `BadRequest` */
export function parseSeriesCondition(condition: unknown): ConditionTree<SeriesFilterField> | undefined {
  return parse(condition, SERIES_FIELDS);
}
