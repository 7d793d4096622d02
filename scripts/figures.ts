/**
 * `npm run check -- figures`: counts figures of readability, and fails when one exceeds its limit. An improved figure
 * lowers its limit in the same commit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Limits of the figures. A feature that needs more raises its limit in its own commit. */
const LIMITS = {
  'server source files': 1_155,
  'server source files under 15 lines': 20,
  'lines of the largest server source file': 450,
  'lines of server source': 104_500,
  'median lines of a server source file': 80,
  'cycles between folders of the server': 0,
  'files that name the book field "formatDetail"': 5,
  'server and web files that name a format in quotes': 13,
  'helpers whose name ends in Of': 0,
  'lines with "whoever", "somebody", "nobody" or "anew"': 0,
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

const LEFT_OUT = /(^|\/)(node_modules|dist|[.]cache|[.]work|[.]git|test-results)(\/|$)/;

/** The files below a folder whose path fits, by path. */
function readFiles(root: string, folder: string, wanted: RegExp): Source[] {
  if (!existsSync(join(root, folder))) return [];
  const walk = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const below = path + entry.name;
      if (LEFT_OUT.test(below)) return [];
      return entry.isDirectory() ? walk(`${below}/`) : [below];
    });
  return walk(folder)
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The sources below a folder, without their tests. */
function readSources(root: string, folder: string): Source[] {
  return readFiles(root, folder, /[.]tsx?$/).filter(({ path }) => !/[.]test(-d)?[.]tsx?$/.test(path));
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

/** `anyOf` and `allOf` are words of conditions. */
const HELPER_OF = /\b(?:function|const|let) (?!anyOf|allOf)[a-z][A-Za-z0-9]*Of\b/g;
/** Words that name no actor. Text that the product shows is not counted: it is no comment, test name or page. */
const VAGUE = /\b(?:whoever|somebody|nobody|anew)\b/i;
const PROSE = /^\s*(?:\/\/|\/?\*)|\b(?:it|test|describe)(?:\.\w+)*\(/;

/** Pages that are made from other texts, or that name these words to forbid them. */
const OTHER_PAGES = /docs\/(style|configuration)[.]md$|decisions\/0005/;
/** These sources name the words too. */
const OWN = /^scripts\/figures[.]/;
const CODE = ['apps/', 'packages/', 'scripts/', 'benchmarks/', 'fixtures/'];

function countVagueLines(code: readonly Source[], pages: readonly Source[]): number {
  const prose = code.flatMap(({ text }) => text.split('\n').filter((line) => PROSE.test(line)));
  const lines = [...prose, ...pages.flatMap(({ text }) => text.split('\n'))];
  return lines.filter((line) => VAGUE.test(line)).length;
}

const median = (counts: readonly number[]): number => counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;

/** Counts the tree below `root`. */
export function countFigures(root: string): Record<Figure, number> {
  const server = readSources(root, SERVER);
  const product = PRODUCT.flatMap((folder) => readSources(root, folder));
  const lines = server.map(({ text }) => countLines(text));
  const code = CODE.flatMap((folder) => readFiles(root, folder, /[.](tsx?|mjs)$/)).filter(
    ({ path }) => !OWN.test(path),
  );
  const pages = readFiles(root, '', /[.]md$/).filter(({ path }) => !OTHER_PAGES.test(path));
  return {
    'server source files': server.length,
    'server source files under 15 lines': lines.filter((count) => count < 15).length,
    'lines of the largest server source file': Math.max(0, ...lines),
    'lines of server source': lines.reduce((sum, count) => sum + count, 0),
    'median lines of a server source file': median(lines),
    'cycles between folders of the server': findFolderCycles(folderImports(server)).length,
    'files that name the book field "formatDetail"': product.filter(({ text }) => text.includes('formatDetail')).length,
    'server and web files that name a format in quotes': product.filter(
      ({ path, text }) => !TABLES.test(path) && NAMES_FORMAT.test(text),
    ).length,
    'helpers whose name ends in Of': code.reduce((sum, { text }) => sum + (text.match(HELPER_OF) ?? []).length, 0),
    'lines with "whoever", "somebody", "nobody" or "anew"': countVagueLines(code, pages),
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
