import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, COMPAT, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures');
const FILES = {
  'Rolled 1.cbt': 'good/cbt/ustar.cbt',
  'Solid 1.cb7': 'good/cb7/lzma-solid.cb7',
  'Solid 2.cb7': 'good/cb7/lzma2-each-alone.cb7',
  'Named wrong.cbr': 'good/cb7/copy.cb7',
  'Secret.cb7': 'broken/sevenzip.encrypted--header.cb7',
} as const;

async function newLibraryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archives-'));
  await mkdir(join(folder, 'Series'));
  for (const [name, from] of Object.entries(FILES)) {
    await copyFile(join(FIXTURES, from), join(folder, 'Series', name));
    await copyFile(join(FIXTURES, from), join(folder, 'Series', `Copy of ${name}`));
  }
  return { path: folder, [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }) };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Of a file below 4 KiB: KOReader takes 1,024 bytes at 0, 1,024 and 4,096. */
function computeKoreaderHash(bytes: Buffer): string {
  return createHash('md5').update(bytes.subarray(0, 2048)).update(bytes.subarray(4096, 5120)).digest('hex');
}

/** Hashes of the pages, by what the builder of the fixtures put in. */
function expectedPages(file: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(readFileSync(join(FIXTURES, `${file}.expected.json`), 'utf8'));
  const pages = (parsed as { readonly pages: readonly { readonly sha256: string }[] }).pages;
  return pages.map((page) => page.sha256);
}

const BYTES = { cbt: 'application/x-cbt', cb7: 'application/x-cb7' } as const;
const KOMGA = { cbt: 'application/x-tar', cb7: 'application/x-7z-compressed' } as const;

describe.each(databases)('comics in tar and 7z archives on %s', (kind) => {
  it('are found, read, downloaded and shown in every dialect', async () => {
    await using server = await startServer(kind);
    await using folder = await newLibraryFolder();
    const admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    await switchCompatOn(admin);
    const books = (await listAllBooks(admin)).filter(({ path }) => !path.includes('Copy of'));
    expect(books.map(({ path, fileFormat, pageCount }) => [path.split('/').at(-1), fileFormat, pageCount])).toEqual([
      ['Named wrong.cbr', 'cb7', 3],
      ['Rolled 1.cbt', 'cbt', 3],
      ['Secret.cb7', 'cb7', 0],
      ['Solid 1.cb7', 'cb7', 3],
      ['Solid 2.cb7', 'cb7', 3],
    ]);
    for (const address of ['/opds/v1.2/books', '/opds/v2/books']) {
      const feed = await (await admin.fetch(address)).text();
      for (const type of Object.values(BYTES)) expect(feed, address).toContain(type);
    }
    for (const { id, path, fileFormat } of books) {
      const name = path.split('/').at(-1) ?? '';
      const fixture = Object.entries(FILES).find(([file]) => file === name)?.[1] ?? '';
      if (fileFormat !== 'cbt' && fileFormat !== 'cb7') throw new Error(`Unexpected format ${fileFormat}`);
      const file = await admin.fetch(`/api/v1/books/${id}/file`);
      expect(file.headers.get('content-type')).toBe(BYTES[fileFormat]);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(readFileSync(join(FIXTURES, fixture)));
      const dialect = await fetch(`${server.url}${COMPAT}/api/v1/books/${id}`, { headers: ADMIN });
      const media = { mediaType: KOMGA[fileFormat], mediaProfile: 'DIVINA' };
      expect(await dialect.json()).toMatchObject({ media });
      if (name === 'Secret.cb7') continue;
      const hashes: string[] = [];
      for (const page of [1, 2, 3]) {
        const answer = await admin.fetch(`/api/v1/books/${id}/pages/${String(page)}`);
        hashes.push(sha256(new Uint8Array(await answer.arrayBuffer())));
      }
      expect(hashes).toEqual(expectedPages(fixture));
      expect((await admin.fetch(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
      const { koreaderHash } = await server.context.db.read
        .selectFrom('book')
        .select('koreaderHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(koreaderHash).toBe(computeKoreaderHash(readFileSync(join(FIXTURES, fixture))));
    }
    const secret = books.find(({ path }) => path.endsWith('Secret.cb7'));
    expect(secret?.analysisError).toContain('encrypted');
    const { data: doubles } = await admin.call('listDuplicates', { query: {} });
    expect(doubles.length).toBeGreaterThanOrEqual(Object.keys(FILES).length - 1);
  });
});
