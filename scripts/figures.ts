/**
 * `npm run check -- figures`: counts figures of readability, and fails when one exceeds its limit. An improved figure
 * lowers its limit in the same commit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Limits of the figures. A feature that needs more raises its limit in its own commit. */
const LIMITS = {
  'server source files': 850,
  'server source files under 15 lines': 60,
  'lines of the largest server source file': 450,
  'lines of server source': 81_800,
  'cycles between folders of the server': 0,
  'files that name the book field "formatDetail"': 5,
  'server and web files that name a format in quotes': 13,
} as const;

type Figure = keyof typeof LIMITS;

interface Source {
  /** From the root of the tree, with `/`. */
  readonly path: string;
  readonly text: string;
}

const SERVER = 'apps/server/src/';
const PRODUCT = [SERVER, 'apps/web/src/', 'packages/contract/src/'];
const IMPORT = /(?:from|import\()\s*'([#.][^']+)'/g;

/** Sources below a folder, without tests. */
function readSources(root: string, folder: string): Source[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /[.]tsx?$/.test(name) && !/[.]test(-d)?[.]tsx?$/.test(name))
    .map((name) => ({ path: folder + name, text: readFileSync(join(root, folder, name), 'utf8') }));
}

const countLines = (text: string): number => text.split('\n').length - 1;

/** Imported folders of each server folder. */
function folderImports(sources: readonly Source[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const from = dirname(path);
    const targets = imports.get(from) ?? new Set<string>();
    imports.set(from, targets);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = specifier.startsWith('#')
        ? SERVER + specifier.slice(1)
        : join(from, specifier).replaceAll('\\', '/');
      if (target.startsWith(SERVER) && dirname(target) !== from) targets.add(dirname(target));
    }
  }
  return imports;
}

/** Imports that lead back to their folder. */
export function findFolderCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, wanted: string): boolean => {
    const seen = new Set<string>();
    const waiting = [from];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (folder === wanted) return true;
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push(...(imports.get(folder) ?? []));
    }
    return false;
  };
  return [...imports].flatMap(([folder, targets]) =>
    [...targets].filter((target) => reaches(target, folder)).map((target) => `${folder} -> ${target}`),
  );
}

const NAMES_FORMAT = /'(cbz|cbr|cbt|cb7|epub|pdf)'/;
/** Format tables may name formats. */
const TABLES = /packages\/contract\/src\/(format-table|book-formats)[.]ts$/;

/** Counts the tree below `root`. */
export function countFigures(root: string): Record<Figure, number> {
  const server = readSources(root, SERVER);
  const product = PRODUCT.flatMap((folder) => readSources(root, folder));
  const lines = server.map(({ text }) => countLines(text));
  return {
    'server source files': server.length,
    'server source files under 15 lines': lines.filter((count) => count < 15).length,
    'lines of the largest server source file': Math.max(0, ...lines),
    'lines of server source': lines.reduce((sum, count) => sum + count, 0),
    'cycles between folders of the server': findFolderCycles(folderImports(server)).length,
    'files that name the book field "formatDetail"': product.filter(({ text }) => text.includes('formatDetail')).length,
    'server and web files that name a format in quotes': product.filter(
      ({ path, text }) => !TABLES.test(path) && NAMES_FORMAT.test(text),
    ).length,
  };
}

/** Figures that exceed their limit, in words. */
export function findWorse(figures: Readonly<Record<Figure, number>>): string[] {
  return (Object.keys(LIMITS) as Figure[])
    .filter((name) => figures[name] > LIMITS[name])
    .map((name) => `${name}: ${figures[name]}, at most ${LIMITS[name]}`);
}

if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname);
  const figures = countFigures(root);
  for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(7)}  ${name}`);
  const worse = findWorse(figures);
  for (const finding of worse) console.error(`worse: ${finding}`);
  process.exitCode = worse.length === 0 ? 0 : 1;
}
