import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
