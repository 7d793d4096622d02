import type { Book } from '@lectern/contract';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { runEach } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const GOOD = join(import.meta.dirname, '../../../../fixtures/good');
const SECRET = 'the secret of the data folder';

/** One book of every way that bytes are read. */
const KINDS: readonly (readonly [name: string, fixture: string])[] = [
  ['stored.cbz', 'cbz/stored.cbz'],
  ['deflated.cbz', 'cbz/deflated.cbz'],
  ['packed.cbr', 'cbr/packed-rar5.cbr'],
  ['solid.cbr', 'cbr/packed-rar3.solid.cbr'],
  ['fixed.epub', 'epub/fixed-layout.epub'],
  ['pages.pdf', 'pdf/two-pages.pdf'],
];

interface Said {
  readonly path: string;
  readonly status: number;
  readonly bytes: Buffer;
}

/** Every address of a book that sends something of its file. */
function listAddresses({ id, seriesId }: Book): readonly string[] {
  return [
    `/api/v1/books/${id}/file`,
    `/api/v1/series/${seriesId}/download`,
    `/api/v1/books/${id}/pages/1`,
    `/api/v1/books/${id}/pages/1?width=17`,
    `/api/v1/books/${id}/resources/OPS/c1.xhtml`,
    `/opds/v1.2/books/${id}/file/book`,
    `/opds/v2/books/${id}/pages/1`,
  ];
}

async function askAll(client: Client, book: Book): Promise<readonly Said[]> {
  const said: Said[] = [];
  await runEach(listAddresses(book), async (path) => {
    const answer = await client.fetch(path);
    said.push({ path, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) });
  });
  return said;
}

async function copyTimes(original: string, copy: string): Promise<void> {
  const { atime, mtime } = await stat(original);
  await utimes(copy, atime, mtime);
}

describe('files that are swapped for something else after the scan', () => {
  let server: TestServer;
  let folder: BookFolder;
  let outside: string;
  let admin: Client;
  let books: readonly Book[];
  let libraryId: string;

  const findBook = (name: string): Book => {
    const found = books.find(({ path }) => path.endsWith(`/${name}`));
    if (found === undefined) throw new Error(`There is no book ${name}`);
    return found;
  };
  const read = async (path: string) => {
    const answer = await admin.fetch(path);
    return { status: answer.status, text: await answer.text() };
  };
  /** Runs with something else where a file or folder was, which comes back afterwards. */
  const swapped = async (path: string, put: (path: string) => Promise<void> | void, work: () => Promise<void>) => {
    const at = folder.at(path);
    await rename(at, `${at}.aside`);
    await put(at);
    try {
      await work();
    } finally {
      await rm(at, { recursive: true, force: true });
      await rename(`${at}.aside`, at);
    }
  };

  beforeAll(async () => {
    server = await startServer('sqlite');
    await writeFile(join(server.dataDir, 'secret'), SECRET);
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-outside-')));
    await writeFile(join(outside, 'secret'), SECRET);
    folder = newBookFolder();
    for (const [name, fixture] of KINDS) {
      await folder.addFile(`Kinds ${name}/${name}`, await readFile(join(GOOD, fixture)));
    }
    const comics = ['race.cbz', 'pipe.cbz', 'pipe.cbr', 'twin.cbz', 'told.cbz', 'moved.cbz'];
    for (const [at, name] of comics.entries()) await folder.addComic(`${name}/${name}`, { tint: at * 10 });
    await folder.addComic('.store/kept.cbz', { tint: 90 });
    await mkdir(folder.at('Links'));
    await symlink('../.store/kept.cbz', folder.at('Links/inside.cbz'));
    await folder.addComic('.store/more/deep.cbz', { tint: 91 });
    await symlink('../.store/more', folder.at('Links/more'));
    admin = await setupAdmin(server);
    // The folder of a library may be a link itself.
    await symlink(folder.path, join(outside, 'library'));
    libraryId = (await addLibrary(admin, join(outside, 'library'))).id;
    await scan(admin, libraryId);
    await waitForTasks(admin);
    books = await listAllBooks(admin);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
    rmSync(outside, { recursive: true });
  });

  it('has books that can be read, also through links that stay in the library', async () => {
    for (const name of ['inside.cbz', 'deep.cbz', 'told.cbz']) {
      const said = await askAll(admin, findBook(name));
      expect(said.filter(({ status }) => status === 200).map(({ path }) => path)).toHaveLength(6);
      const file = said.find(({ path }) => path.endsWith('/file'));
      expect(file?.bytes.length).toBeGreaterThan(1000);
    }
  });

  it.each(KINDS.map(([name]) => name))('sends nothing of what a link leads to that stands for %s', async (name) => {
    for (const target of [join(server.dataDir, 'secret'), join(outside, 'secret')]) {
      await swapped(
        `Kinds ${name}/${name}`,
        async (at) => symlink(target, at),
        async () => {
          const said = await askAll(admin, findBook(name));
          for (const { path, status, bytes } of said) {
            const text = bytes.toString('latin1');
            expect([path, status, text.includes(SECRET), text.includes(target)]).toEqual([path, 404, false, false]);
          }
        },
      );
    }
  });

  it('says that the file is a link, and not where it leads', async () => {
    await swapped(
      'told.cbz/told.cbz',
      async (at) => symlink(join(outside, 'secret'), at),
      async () => {
        const { status, text } = await read(`/api/v1/books/${findBook('told.cbz').id}/file`);
        expect([status, text]).toEqual([404, expect.stringContaining('leads out of its library')]);
        expect([text.includes(outside), text.includes(folder.path)]).toEqual([false, false]);
      },
    );
    expect((await read(`/api/v1/books/${findBook('told.cbz').id}/file`)).status).toBe(200);
  });

  it('sends no page of another book of the same size and time', async () => {
    const { id } = findBook('twin.cbz');
    const twin = newComic({ tint: 200 });
    await writeFile(join(outside, 'twin.cbz'), twin);
    await copyTimes(folder.at('twin.cbz/twin.cbz'), join(outside, 'twin.cbz'));
    await swapped(
      'twin.cbz/twin.cbz',
      async (at) => symlink(join(outside, 'twin.cbz'), at),
      async () => {
        for (const said of await askAll(admin, findBook('twin.cbz')))
          expect([said.path, said.status]).toEqual([said.path, 404]);
        await admin.call('analyzeBook', { params: { id } });
        await waitForTasks(admin);
      },
    );
    const book = await admin.call('getBook', { params: { id } });
    expect(JSON.stringify(book)).not.toContain(join(outside, 'twin.cbz'));
    await admin.call('analyzeBook', { params: { id } });
    await waitForTasks(admin);
    const page = await admin.fetch(`/api/v1/books/${id}/pages/1`);
    expect([page.status, twin.includes(Buffer.from(await page.arrayBuffer()))]).toEqual([200, false]);
  });

  it('looks at where folders on the way lead', async () => {
    const elsewhere = join(outside, 'folder');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'moved.cbz'), SECRET);
    await swapped(
      'moved.cbz',
      async (at) => symlink(elsewhere, at),
      async () => {
        for (const { path, status, bytes } of await askAll(admin, findBook('moved.cbz'))) {
          expect([path, status, bytes.includes(SECRET)]).toEqual([path, 404, false]);
        }
      },
    );
    // Another place of the library is as good.
    await swapped(
      'moved.cbz',
      async (at) => symlink(`${at}.aside`, at),
      async () => {
        expect((await read(`/api/v1/books/${findBook('moved.cbz').id}/file`)).status).toBe(200);
      },
    );
  });

  it('waits for no pipe, and takes no folder for a file', async () => {
    const pipe = (at: string): void => void execFileSync('mkfifo', [at]);
    const asFolder = async (at: string): Promise<void> => mkdir(at);
    for (const name of ['pipe.cbz', 'pipe.cbr']) {
      for (const put of [pipe, asFolder]) {
        await swapped(`${name}/${name}`, put, async () => {
          const begun = performance.now();
          const again = [1, 2, 3].map(async () => askAll(admin, findBook(name)));
          for (const { path, status } of (await Promise.all(again)).flat()) {
            expect([path, status >= 400 && status < 500]).toEqual([path, true]);
          }
          // A disk that does not answer is waited for 15 seconds.
          expect(performance.now() - begun).toBeLessThan(14_000);
        });
      }
    }
  });

  it('never sends a byte of a secret while file and link change places all the time', async () => {
    const at = folder.at('race.cbz/race.cbz');
    const real = `${at}.aside`;
    await link(at, real);
    const code = `
      const { linkSync, renameSync, symlinkSync } = require('node:fs');
      const { workerData: { at, real, secret }, parentPort } = require('node:worker_threads');
      let on = true;
      parentPort.on('message', () => { on = false; });
      const turn = () => {
        for (let count = 0; count < 200; count += 1) {
          symlinkSync(secret, at + '.link'); renameSync(at + '.link', at);
          linkSync(real, at + '.file'); renameSync(at + '.file', at);
        }
        if (on) setImmediate(turn); else parentPort.close();
      };
      parentPort.postMessage('begun');
      turn();`;
    const secret = join(outside, 'secret');
    const worker = new Worker(code, { eval: true, workerData: { at, real, secret } });
    const ended = new Promise<void>((resolve, reject) => {
      worker.on('exit', () => resolve());
      worker.on('error', reject);
    });
    await once(worker, 'message');
    const counts = { sent: 0, refused: 0, leaked: 0 };
    const { id, seriesId } = findBook('race.cbz');
    // A busy machine can meet the same one of the two many times: the race goes on until it met both.
    const metBoth = (): boolean => counts.sent > 0 && counts.refused > 0;
    for (let round = 0; round < 60 || (!metBoth() && round < 3000); round += 1) {
      const paths = [`/api/v1/books/${id}/file`, `/api/v1/series/${seriesId}/download`, `/api/v1/books/${id}/pages/1`];
      await runEach(paths, async (path) => {
        const answer = await admin.fetch(path);
        const bytes = Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)));
        if (bytes.includes(SECRET)) counts.leaked += 1;
        if (answer.status === 200) counts.sent += 1;
        else counts.refused += 1;
      });
    }
    worker.postMessage('stop');
    await ended;
    await rm(real);
    expect(counts.leaked).toBe(0);
    expect([counts, metBoth()]).toEqual([counts, true]);
  });
});

describe.each(databases)('a library on %s whose links may lead out', (kind) => {
  it('sends books from elsewhere, and nothing of the data folder or of another library', async () => {
    await using server = await startServer(kind);
    using linking = newBookFolder();
    using hidden = newBookFolder();
    using outside = newBookFolder();
    await outside.addComic('far.cbz', { tint: 3 });
    await hidden.addComic('Hidden/hidden.cbz', { tint: 4 });
    await linking.addComic('Near/near.cbz', { tint: 5 });
    await symlink(outside.at('far.cbz'), linking.at('Near/far.cbz'));
    const admin = await setupAdmin(server);
    await addLibrary(admin, hidden.path, { name: 'Hidden' });
    const settings = { name: 'Linking', scanningConfig: { followLinksOutside: true } };
    const { id } = await addLibrary(admin, linking.path, settings);
    await scan(admin, id);
    await waitForTasks(admin);
    const books = await listAllBooks(admin);
    const fetchStatus = async (name: string, tail: string): Promise<number> => {
      const answer = await admin.fetch(
        `/api/v1/books/${books.find(({ path }) => path.endsWith(name))?.id ?? ''}/${tail}`,
      );
      await answer.arrayBuffer();
      return answer.status;
    };
    const both = async (name: string) => [await fetchStatus(name, 'file'), await fetchStatus(name, 'pages/1')];
    expect(await both('far.cbz')).toEqual([200, 200]);
    // A page keeps the file open that it is in: what is open stays what it was.
    const near = linking.at('Near/near.cbz');
    for (const target of [hidden.at('Hidden/hidden.cbz'), join(server.dataDir, 'lent.cbz')]) {
      if (dirname(target) === server.dataDir) await writeFile(target, newComic({ tint: 5 }));
      await copyTimes(outside.at('far.cbz'), target);
      await rm(near);
      await symlink(target, near);
      expect([target, await both('near.cbz')]).toEqual([target, [404, 404]]);
    }
    await admin.call('updateLibrary', { params: { id }, body: { scanningConfig: { followLinksOutside: false } } });
    expect(await fetchStatus('far.cbz', 'file')).toBe(404);
  });
});
