import type { Kysely } from 'kysely';

interface Library {
  readonly id: string;
  readonly path: string;
}

interface Tables {
  readonly library: Library;
  readonly filterPreset: { readonly id: string; readonly target: string; readonly condition: string };
}

type Node = Readonly<Record<string, unknown>>;

/** Groups inside groups that a condition may have. */
const MAX_DEPTH = 16;
const DENIED: ReadonlySet<string> = new Set(['isNot', 'doesNotContain']);
/** What is said of the place in the library when the whole path was compared so. */
const SHORTENED: Readonly<Record<string, string>> = { contains: 'beginsWith', endsWith: 'is' };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The part of a text below the folder of a library; undefined when it names no place there. */
function placeIn({ path }: Library, text: string): string | undefined {
  const root = `${path.replace(/[\\/]+$/, '')}/`;
  const given = text.replaceAll('\\', '/');
  const isRoot = `${given.replace(/\/+$/, '')}/`.toLowerCase() === root.replaceAll('\\', '/').toLowerCase();
  if (isRoot) return '';
  return given.toLowerCase().startsWith(root.replaceAll('\\', '/').toLowerCase())
    ? given.slice(root.length)
    : undefined;
}

function inLibrary({ id }: Library, isDenied: boolean): Node {
  return { libraryId: { operator: isDenied ? 'isNot' : 'is', value: id } };
}

/** A clause on the whole path, as one on the library and the place in it. */
function shortenClause(clause: Node, libraries: readonly Library[], depth: number): Node {
  const { operator, value } = clause;
  if (typeof operator !== 'string' || typeof value !== 'string') return { path: clause };
  const isDenied = DENIED.has(operator);
  for (const library of libraries) {
    const place = placeIn(library, value);
    if (place === undefined) continue;
    if (place === '') return inLibrary(library, isDenied);
    const rest = { path: { operator: SHORTENED[operator] ?? operator, value: place } };
    if (depth >= MAX_DEPTH) return rest;
    return { [isDenied ? 'anyOf' : 'allOf']: [inLibrary(library, isDenied), rest] };
  }
  const around = libraries.filter(({ path }) => path.toLowerCase().startsWith(value.toLowerCase()));
  if (operator !== 'beginsWith' || around.length === 0 || depth >= MAX_DEPTH) return { path: clause };
  return { anyOf: around.map((library) => inLibrary(library, false)) };
}

function shorten(node: unknown, libraries: readonly Library[], depth: number): unknown {
  if (!isNode(node)) return node;
  const parts = Object.entries(node).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map((part) => shorten(part, libraries, depth + 1))];
    return [key, value];
  });
  const { path } = node;
  return isNode(path) ? shortenClause(path, libraries, depth) : Object.fromEntries(parts);
}

/** Filters of books that were kept compare paths in the library from now on, where they compared whole ones. */
export async function shortenFilterPaths(db: Kysely<unknown>): Promise<void> {
  // Only these columns are touched.
  const tables = db as unknown as Kysely<Tables>;
  const libraries = await tables.selectFrom('library').select(['id', 'path']).execute();
  const presets = await tables
    .selectFrom('filterPreset')
    .select(['id', 'condition'])
    .where('target', '=', 'books')
    .where('condition', 'like', '%"path"%')
    .execute();
  for (const { id, condition } of presets) {
    const shortened = JSON.stringify(shorten(JSON.parse(condition), libraries, 0));
    if (shortened === condition) continue;
    await tables.updateTable('filterPreset').set({ condition: shortened }).where('id', '=', id).execute();
  }
}
