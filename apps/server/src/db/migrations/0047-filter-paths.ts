import type { Kysely } from 'kysely';

/** The tables at this migration; later ones may change them. */
type Tables = Readonly<{
  library: Readonly<{ id: string; path: string }>;
  filterPreset: Readonly<{ id: string; target: string; condition: string }>;
  readList: Readonly<{ id: string; condition: string | null }>;
}>;

interface Place {
  readonly id: string;
  readonly path: string;
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` without the prefix `start`, case-insensitive; undefined when it has another one. */
function without(value: string, start: string): string | undefined {
  return value.toLowerCase().startsWith(start.toLowerCase()) ? value.slice(start.length) : undefined;
}

/** The rest of `value` behind each of its prefixes that `base` ends with: the part below the library. */
function restsBehind(base: string, value: string): string[] {
  const folded = base.toLowerCase();
  const lengths = Array.from({ length: value.length - 1 }, (_, index) => index + 1);
  return lengths
    .filter((length) => folded.endsWith(value.slice(0, length).toLowerCase()))
    .map((length) => value.slice(length));
}

/** What a test of an absolute path means for books of one library: all of them, or those with such a relative path. */
function within(operator: string, value: string, base: string): readonly ('all' | Node)[] {
  const rest = without(value, base);
  const inside = (how: string, text: string): Node => ({ path: { operator: how, value: text } });
  switch (operator) {
    case 'is':
      return rest === undefined || rest === '' ? [] : [inside('is', rest)];
    case 'beginsWith':
      if (without(base, value) !== undefined) return ['all'];
      return rest === undefined ? [] : [inside('beginsWith', rest)];
    case 'contains':
      if (base.toLowerCase().includes(value.toLowerCase())) return ['all'];
      return restsBehind(base, value).map((text) => inside('beginsWith', text));
    case 'endsWith':
      return restsBehind(base, value).map((text) => inside('is', text));
    default:
      return [];
  }
}

const OPPOSITES: Readonly<Partial<Record<string, string>>> = { isNot: 'is', doesNotContain: 'contains' };
/** Limits of a condition: nested groups, and parts. */
const LIMITS = { depth: 16, nodes: 500 };

/** All or any of some parts, negated or not. */
function join(parts: readonly Node[], isAll: boolean): Node {
  return isAll ? { allOf: parts } : { anyOf: parts };
}

/** The negation of a part from `within`. There is none of `beginsWith`; a negated `contains` comes nearest. */
function denied({ path }: Node): Node {
  return isNode(path) ? { path: { ...path, operator: path['operator'] === 'is' ? 'isNot' : 'doesNotContain' } } : {};
}

/** The same test for relative paths; undefined when it stays as it is. */
function translate(clause: Node, libraries: readonly Place[]): Node | undefined {
  const { operator, value } = clause;
  if (typeof operator !== 'string' || typeof value !== 'string' || value === '') return undefined;
  const isDenied = operator in OPPOSITES;
  const positive = OPPOSITES[operator] ?? operator;
  const parts = listParts({ positive, value, isDenied }, libraries);
  if (parts.length === 0) return undefined;
  // No relative path equals or begins with an absolute one.
  const isAbsolute = value.startsWith('/') && (positive === 'is' || positive === 'beginsWith');
  const all = isAbsolute ? parts : [{ path: clause }, ...parts];
  const [first, ...others] = all;
  return first !== undefined && others.length === 0 ? first : join(all, isDenied);
}

interface Test {
  /** The operator without its `not`. */
  readonly positive: string;
  readonly value: string;
  readonly isDenied: boolean;
}

/** What a test means for the books of each library that it concerns. */
function listParts({ positive, value, isDenied }: Test, libraries: readonly Place[]): readonly Node[] {
  const whole: string[] = [];
  const parts: Node[] = [];
  for (const { id, path } of libraries) {
    for (const part of within(positive, value, `${path}/`)) {
      const library: Node = { libraryId: { operator: isDenied ? 'isNot' : 'is', value: id } };
      if (part === 'all') whole.push(id);
      else parts.push(join([library, isDenied ? denied(part) : part], !isDenied));
    }
  }
  if (whole.length > 0) parts.push({ libraryId: { operator: isDenied ? 'notIn' : 'in', values: whole } });
  return parts;
}

/** Nested groups, and parts, of a condition. */
function measure(node: unknown): { readonly depth: number; readonly nodes: number } {
  const parts = isNode(node) ? (node['allOf'] ?? node['anyOf']) : undefined;
  if (!Array.isArray(parts)) return { depth: 0, nodes: 1 };
  const sizes = parts.map(measure);
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    nodes: 1 + sizes.reduce((sum, { nodes }) => sum + nodes, 0),
  };
}

function rewrite(node: unknown, libraries: readonly Place[]): unknown {
  if (!isNode(node)) return node;
  const entries = Object.entries(node).map(([key, value]): readonly [string, unknown] => {
    const isGroup = (key === 'allOf' || key === 'anyOf') && Array.isArray(value);
    return [key, isGroup ? value.map((part: unknown) => rewrite(part, libraries)) : value];
  });
  const [only, ...more] = entries;
  if (only !== undefined && more.length === 0 && only[0] === 'path' && isNode(only[1])) {
    return translate(only[1], libraries) ?? node;
  }
  return Object.fromEntries(entries);
}

/** A stored condition with relative paths; unchanged where the result would exceed the limits. */
function rewriteText(condition: string, libraries: readonly Place[]): string {
  if (!condition.includes('"path"')) return condition;
  const changed = rewrite(JSON.parse(condition), libraries);
  const { depth, nodes } = measure(changed);
  return depth > LIMITS.depth || nodes > LIMITS.nodes ? condition : JSON.stringify(changed);
}

/**
 * Book filters compared the absolute path of a file, and now the path below its library: saved filters of users and
 * read lists keep their results.
 */
export async function shortenFilterPaths(db: Kysely<unknown>): Promise<void> {
  const tables = db as unknown as Kysely<Tables>;
  const libraries = await tables.selectFrom('library').select(['id', 'path']).orderBy('id').execute();
  const presets = await tables
    .selectFrom('filterPreset')
    .select(['id', 'condition'])
    .where('target', '=', 'books')
    .execute();
  for (const { id, condition } of presets) {
    const changed = rewriteText(condition, libraries);
    if (changed === condition) continue;
    await tables.updateTable('filterPreset').set({ condition: changed }).where('id', '=', id).execute();
  }
  const lists = await tables
    .selectFrom('readList')
    .select(['id', 'condition'])
    .where('condition', 'is not', null)
    .execute();
  for (const { id, condition } of lists) {
    const changed = condition === null ? null : rewriteText(condition, libraries);
    if (changed === condition) continue;
    await tables.updateTable('readList').set({ condition: changed }).where('id', '=', id).execute();
  }
}
