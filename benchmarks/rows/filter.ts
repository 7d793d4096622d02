import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { type Figure, median, percentile } from '../harness/measure.ts';
import { timeEach } from '../harness/post-load.ts';
import { seededFolder } from '../harness/seeded.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';

const BOOKS = 100_000;
const ROUNDS = 5;
const REQUESTS = 40;
const BODY = {
  condition: {
    allOf: [
      { genre: { operator: 'is', value: 'drama' } },
      { anyOf: [{ tag: { operator: 'is', value: 'magic' } }, { tag: { operator: 'contains', value: 'war' } }] },
      { readStatus: { operator: 'isNot', value: 'read' } },
    ],
  },
  fullTextSearch: 'lock',
};
let asked = 0;

/** The first page of a new list each time, so that nothing is cached: the clause on size matches all books. */
export function newFilterRequest() {
  asked += 1;
  const allOf = [...BODY.condition.allOf, { fileSize: { operator: 'gte', value: asked } }];
  return { path: '/books/list?sort=title,asc', method: 'POST', body: { ...BODY, condition: { allOf } } };
}

/** The same in SQL: ids of the page and the total, then the rows. */
const FOUND = `
  from book b where b."deletedAt" is null and instr(lower(b.title), 'lock') > 0
  and exists (select 1 from "seriesGenre" g join genre n on n.id = g."genreId" where g."seriesId" = b."seriesId" and n."nameKey" = 'drama')
  and exists (select 1 from "seriesTag" t join tag n on n.id = t."tagId" where t."seriesId" = b."seriesId" and (n."nameKey" = 'magic' or n."nameKey" like '%war%'))
  and not exists (select 1 from "readProgress" p where p."bookId" = b.id and p.completed = 1)`;

function openFloor(dataDir: string): { readonly run: () => number; readonly close: () => void } {
  const db = new SqliteDatabase(join(dataDir, 'lectern.db'), { readonly: true });
  db.pragma('cache_size = -65536');
  const count = db.prepare(`select count(*) ${FOUND}`);
  const rows = db.prepare(`
    select b.*, l.name as "libraryName", s.title as "seriesName", m.summary from (select b.id ${FOUND}
    order by b."sortKey", b.id limit 50) page join book b on b.id = page.id join library l on l.id = b."libraryId"
    join series s on s.id = b."seriesId" left join "bookMetadata" m on m."bookId" = b.id`);
  return {
    run: () => {
      const begin = performance.now();
      JSON.stringify({ total: count.get(), data: rows.all() });
      return performance.now() - begin;
    },
    close: () => db.close(),
  };
}

/** Later pages of a list. */
async function nextPages(server: ServerProcess, first: { readonly path: string }): Promise<number> {
  const pages = [1, 2, 3, 4, 5, 6].map((page) => ({ ...first, path: `${first.path}&page=${String(page)}` }));
  return percentile((await timeEach(server, pages)).slice(1), 0.5);
}

/** A tree of conditions with genre, tag, read status and text over 100,000 books. */
export async function filter(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('filter-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using server = await startServerProcess(dataDir);
  const requests = () => Array.from({ length: REQUESTS }, newFilterRequest);
  await timeEach(server, requests());
  const floor = openFloor(dataDir);
  const times = { p50: [] as number[], p95: [] as number[], next: [] as number[], floor: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const latencies = await timeEach(server, requests());
    times.p50.push(percentile(latencies, 0.5));
    times.p95.push(percentile(latencies, 0.95));
    times.next.push(await nextPages(server, newFilterRequest()));
    times.floor.push(percentile(Array.from({ length: REQUESTS }, floor.run), 0.5));
  }
  floor.close();
  const shared = { row: 'filter', unit: 'ms', runs: ROUNDS };
  return [
    { ...shared, what: 'p50 against the same by hand', ours: median(times.p50), floor: median(times.floor), goal: 2 },
    { ...shared, what: 'p95', ours: median(times.p95), goal: 40 },
    { ...shared, what: 'p50 of the pages that follow', ours: median(times.next), goal: 10 },
  ];
}
