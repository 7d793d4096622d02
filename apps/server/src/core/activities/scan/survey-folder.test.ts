import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultsFor } from '#core/catalog/libraries/library-settings.ts';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { surveyFolder } from './survey-folder.ts';

const FILES = 700;
const OPTIONS = { extensions: ['cbz'], excludedPatterns: null };
const LONG = { maxFiles: 200_000, maxMs: 60_000 };
const { signal } = new AbortController();
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-survey-'));
  for (let folder = 0; folder < 7; folder += 1) {
    mkdirSync(join(root, `Series ${String(folder)}`));
    for (let file = 0; file < FILES / 7; file += 1) {
      writeFileSync(join(root, `Series ${String(folder)}`, `${'a'.repeat(100)} ${String(file)}.cbz`), '');
    }
  }
});

afterAll(() => rmSync(root, { recursive: true }));

function makeRules(change: Partial<Parameters<typeof compileLibraryRules>[0]> = {}) {
  return compileLibraryRules({ ...defaultsFor(), ...change }).series;
}

describe('surveyFolder', () => {
  it('counts all files, and goes no further than its limit', async () => {
    const all = await surveyFolder(root, OPTIONS, { rules: makeRules(), ...LONG }, signal);
    expect(all).toMatchObject({ totalFiles: FILES, truncated: false, unreadable: [] });
    expect([...all.groups.values()].map(({ bookCount }) => bookCount)).toEqual(Array(7).fill(FILES / 7));
    const exact = await surveyFolder(root, OPTIONS, { rules: makeRules(), ...LONG, maxFiles: FILES }, signal);
    expect(exact).toMatchObject({ totalFiles: FILES, truncated: false });
    const first = await surveyFolder(root, OPTIONS, { rules: makeRules(), ...LONG, maxFiles: 10 }, signal);
    expect(first).toMatchObject({ totalFiles: 10, truncated: true });
  });

  it('ends when it takes too long, with what it has', async () => {
    const late = await surveyFolder(root, OPTIONS, { rules: makeRules(), ...LONG, maxMs: 0 }, signal);
    expect(late).toMatchObject({ truncated: true });
  });

  it('ends when its client disconnects', async () => {
    const client = new AbortController();
    const looking = surveyFolder(root, OPTIONS, { rules: makeRules(), ...LONG }, client.signal);
    client.abort(new Error('went away'));
    await expect(looking).rejects.toThrow('went away');
  });

  it('is not held up by patterns that would keep others busy for ever', async () => {
    const pattern = '^(?P<series>(?:(?:a+)+)+)b$';
    const rules = makeRules({ seriesStrategy: 'custom', seriesConfig: JSON.stringify({ pattern }) });
    const excludedPatterns = `${'*a'.repeat(50)}b`;
    const found = await surveyFolder(root, { ...OPTIONS, excludedPatterns }, { rules, ...LONG }, signal);
    expect(found).toMatchObject({ totalFiles: FILES, truncated: false });
  });
});
