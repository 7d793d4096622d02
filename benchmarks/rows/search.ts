import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { settleSearchMarks } from '../../apps/server/src/core/search/settle-marks.ts';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import { type Figure, median, percentile } from '../harness/measure.ts';
import { timeEach } from '../harness/post-load.ts';
import { seedCatalog } from '../harness/seed-catalog.ts';
import { startServerProcess } from '../harness/server-process.ts';
import { variedTitle } from '../harness/titles.ts';
import { workFolder } from '../harness/work-folder.ts';

const BOOKS = 200_000;
const ROUNDS = 5;
const BATCH = 500;
const SETS = {
  prefix: ['kar', 'mol', 'trever', 'vel', 'bra', 'k', 'silmin', 'drabe'],
  'part of a word': ['lock', 'minria', 'shath', 'beva', 'torwen', 'cuium', 'grira', 'stavin'],
  'misspelt word': [
    'karath',
    'moloran',
    'treverai',
    'velshawne',
    'bratorlok',
    'silbestan v03',
    'nercurria',
    'quogrine',
  ],
  'chinese and japanese': ['進撃', '巨', '鬼滅の', '错金', '戰国', '魔法', 'の', '海賊王'],
} as const;

function floorOf(dataDir: string, texts: readonly string[]): number {
  const db = new SqliteDatabase(join(dataDir, 'lectern.db'), { readonly: true });
  db.pragma('cache_size = -65536');
  const find = db.prepare('select rowid from "searchGram" where "searchGram" match ? limit 20');
  const times = texts.map((text) => {
    const begin = performance.now();
    const grams = Array.from(text, (_, index) => text.slice(index, index + 3)).filter(({ length }) => length === 3);
    find.all(grams.length === 0 ? '"  k"' : grams.map((gram) => `"${gram}"`).join(' AND '));
    return performance.now() - begin;
  });
  db.close();
  return percentile(times, 0.95);
}

/** The search field of the page's head, 200,000 books of 4,000 series, one request after the other. */
export async function search(): Promise<readonly Figure[]> {
  const dataDir = workFolder('search-data');
  await seedCatalog(dataDir, BOOKS, variedTitle);
  const { db } = await openDatabase({ kind: 'sqlite', path: join(dataDir, 'lectern.db') });
  while ((await settleSearchMarks({ db }, BATCH)) === BATCH);
  await db[Symbol.asyncDispose]();
  await using server = await startServerProcess(dataDir);
  const figures: Figure[] = [];
  for (const [what, texts] of Object.entries(SETS)) {
    const requests = texts.map((text) => ({ path: `/search?q=${encodeURIComponent(text)}` }));
    await timeEach(server, requests);
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) ours.push(percentile(await timeEach(server, requests), 0.95));
    const note = `FTS5 alone ${floorOf(dataDir, texts).toFixed(2)} ms`;
    figures.push({
      ...{ row: 'search', what: `p95 of ${what}`, ours: median(ours), unit: 'ms', goal: 80, runs: ROUNDS, note },
    });
  }
  return figures;
}
