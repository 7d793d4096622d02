import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { writeZip } from '../../fixtures/zip-writer.ts';
import { startFloor } from '../harness/floor-process.ts';
import { leaveMemory } from '../harness/leave-memory.ts';
import type { Figure } from '../harness/measure.ts';
import { pageAddresses, pageCosts, plainAddresses, RUNS } from '../harness/page-cost.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const REQUESTS = 400;
const PAGES = 20;
const METHOD_DEFLATE = 8;

/** A JPEG of about 1 MB that compresses as badly as a scan. */
async function drawPage(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return await sharp({ create: { width: 1_100, height: 1_600, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 87 })
    .toBuffer();
}

/** One book of deflated pages, and the same pages as plain files; made once. */
async function makePages(): Promise<{ readonly library: string; readonly plain: string }> {
  const root = workFolder('page-deflated', true);
  const library = join(root, 'library');
  const plain = join(root, 'plain');
  const archive = join(library, 'Series', 'Book 1.cbz');
  if (existsSync(archive)) return { library, plain };
  mkdirSync(join(library, 'Series'), { recursive: true });
  mkdirSync(plain, { recursive: true });
  const entries: { name: string; bytes: Buffer; method: number }[] = [];
  for (let index = 0; index < PAGES; index += 1) {
    const name = `${String(index + 1).padStart(3, '0')}.jpg`;
    const bytes = await drawPage();
    writeFileSync(join(plain, name), bytes);
    entries.push({ name, bytes, method: METHOD_DEFLATE });
  }
  writeFileSync(archive, writeZip(entries));
  return { library, plain };
}

/**
 * Deflated pages of 1 MB against plain files from a bare server: for clients that accept gzip, which get the entry as
 * it is, and others.
 */
export async function pageDeflated(): Promise<readonly Figure[]> {
  const { library, plain } = await makePages();
  await using floor = await startFloor('page-server.ts', plain);
  await using server = await startServerProcess(workFolder('page-deflated-data'), ['--library', library]);
  await tasksDone(server);
  leaveMemory(library, plain);
  const urls = await pageAddresses(server);
  const ask = (encoding: string) => ({
    pids: [server.pid],
    urls,
    headers: { ...server.headers, 'accept-encoding': encoding },
  });
  const [wrapped = NaN, inflated = NaN, bare = NaN] = await pageCosts(
    [ask('gzip'), ask('identity'), { pids: [floor.pid], urls: plainAddresses(floor.url, PAGES) }],
    REQUESTS,
  );
  const shared = { floor: bare, unit: 'µs', runs: RUNS };
  return [
    { ...shared, row: 'page-deflated', what: 'server CPU a request; the client takes gzip', ours: wrapped, goal: 1.5 },
    { ...shared, row: 'page-deflated plain', what: 'the client takes none', ours: inflated, goal: 8 },
  ];
}
