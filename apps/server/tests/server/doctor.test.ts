import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { examine } from '#core/activities/doctor/examine.ts';
import type { Finding } from '#core/activities/doctor/finding.ts';
import { readConfig } from '#index.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startMailBox } from '../_harness/smtp.ts';
import { startServer } from '../_harness/start-server.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

function toFlags(home: Home): Record<string, string> {
  const database = home.databaseUrl === undefined ? {} : { 'database.url': home.databaseUrl };
  return { data_dir: home.dataDir, 'server.port': '0', ...database };
}

async function examined(flags: Readonly<Record<string, string>>, mail = false): Promise<Finding[]> {
  return examine(readConfig({ flags }), { mail });
}

/** What is not well, in short. */
function faults(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ area, state, message }) => `${area} ${state}: ${message}`);
}

/** Every file of a folder with what is in it, and when it was written. */
async function listContents(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const lines = names.map(async (name) => {
    const { mtimeMs, mode } = await stat(join(folder, name));
    const bytes = await readFile(join(folder, name)).catch(() => '');
    return `${name} ${String(mtimeMs)} ${String(mode)} ${createHash('sha1').update(bytes).digest('hex')}`;
  });
  return (await Promise.all(lines)).toSorted();
}

async function newFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-doctor-'));
  return { path, [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }) };
}

describe.each(databases)('lectern doctor on %s', (kind) => {
  it('finds nothing where all is well, beside a running server and without one, and changes nothing', async () => {
    await using home = await openHome(kind);
    await using folder = await newFolder();
    {
      await using server = await startServer(kind, { home });
      await newShelf(server, { path: folder.path });
      expect(faults(await examined(toFlags(home)))).toEqual([]);
      const { port } = new URL(server.url);
      const found = await examined({ ...toFlags(home), 'server.port': port });
      expect(found.find(({ area }) => area === 'network')?.message).toContain('answers at');
    }
    const before = await listContents(home.dataDir);
    expect(faults(await examined(toFlags(home)))).toEqual([]);
    expect(await listContents(home.dataDir)).toEqual(before);
  });

  it('names libraries whose folder is away, empty or closed, and tables that are not up to date', async () => {
    await using home = await openHome(kind);
    await using folder = await newFolder();
    {
      await using server = await startServer(kind, { home });
      const shelf = await newShelf(server, { name: 'Away', path: '/nowhere/comics' });
      await shelf.addBook(await shelf.addSeries('Saga'), 'One');
      await mkdir(join(folder.path, 'empty'));
      const empty = await newShelf(server, { name: 'Empty', path: join(folder.path, 'empty') });
      await empty.addBook(await empty.addSeries('Saga'), 'One');
      await server.context.db.transaction(async ({ write }) => {
        const made = write.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>();
        await made.deleteFrom('kysely_migration').execute();
        await made.insertInto('kysely_migration').values({ name: '9999-later', timestamp: 'x' }).execute();
      });
    }
    expect(faults(await examined(toFlags(home)))).toEqual([
      'libraries problem: Library “Away”: The folder "/nowhere/comics" does not exist',
      `libraries problem: Library “Empty”: ${join(folder.path, 'empty')} is empty`,
      'database problem: The database was used by a newer version (9999-later)',
    ]);
  });
});

describe('lectern doctor', () => {
  it('names what is wrong with the data folder and the SQLite file in it', async () => {
    await using home = await openHome('sqlite');
    await (await startServer('sqlite', { home }))[Symbol.asyncDispose]();
    const secret = join(home.dataDir, 'jwt-secret');
    const database = join(home.dataDir, 'lectern.db');
    for (const path of [secret, database]) await chmod(path, 0o644);
    await chmod(home.dataDir, 0o755);
    const file = await open(database, 'r+');
    const { size } = await file.stat();
    // All pages but the first few.
    await file.write(Buffer.alloc(size - 40_960, 0x5a), 0, size - 40_960, 40_960);
    await file.close();
    const found = await examined(toFlags(home));
    expect(faults(found).join('\n')).toContain(`data folder problem: ${secret} can be read by others than its owner`);
    expect(faults(found).join('\n')).toContain(`data folder warning: ${home.dataDir} is open to others than its owner`);
    expect(faults(found).join('\n')).toContain(`data folder warning: ${database} can be read by others than its owner`);
    expect(faults(found).join('\n')).toMatch(/database problem: (The database is damaged|This could not be looked at)/);
    expect(faults(await examined({ data_dir: secret })).join('\n')).toContain(`${secret} is no folder`);
    const nowhere = await examined({ data_dir: '/proc/nowhere/lectern', 'server.port': '0' });
    expect(faults(nowhere)[0]).toBe('data folder problem: /proc/nowhere/lectern is not there, and cannot be made');
  });

  it('names combinations of the configuration that are dangerous or useless', async () => {
    await using folder = await newFolder();
    const wide = {
      data_dir: folder.path,
      'server.port': '0',
      'server.host': '0.0.0.0',
      'server.public_url': 'http://books.example.org',
      'server.trusted_proxies': '0.0.0.0/0',
      'auth.cookie_secure': 'true',
      'rate_limit.enabled': 'false',
      'mail.host': 'mail.example.org',
      'mail.security': 'none',
    };
    const ofConfiguration = (found: readonly Finding[]) =>
      faults(found).filter((fault) => fault.startsWith('configuration'));
    expect(ofConfiguration(await examined(wide))).toEqual([
      'configuration warning: The server listens on every network of the machine, and nothing says that it is reached by https',
      'configuration warning: The server listens on every network of the machine without a limit of requests',
      'configuration problem: auth.cookie_secure is true, but server.public_url is no https address',
      'configuration warning: server.trusted_proxies holds 0.0.0.0/0: almost any address',
      'configuration warning: Mails go to mail.example.org unencrypted',
    ]);
    const behind = {
      ...{ data_dir: folder.path, 'server.port': '0', 'server.host': '0.0.0.0' },
      ...{ 'server.public_url': 'https://books.example.org', 'server.trusted_proxies': '10.0.0.2' },
    };
    expect(ofConfiguration(await examined(behind))).toEqual([]);
  });

  it('names a port that something else has, a database that does not answer, and a mail server that refuses', async () => {
    await using folder = await newFolder();
    await using box = await startMailBox();
    const other = createServer((_request, response) => response.end('something else'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const flags = { data_dir: folder.path, 'server.port': String(port), ...box.config };
      const url = { 'database.url': 'postgres://lectern:secret@127.0.0.1:1/lectern' };
      const found = faults(await examined({ ...flags, ...url, 'mail.password': 'wrong' }, true));
      expect(found).toEqual([
        expect.stringMatching(/^database problem: This could not be looked at: .*ECONNREFUSED/),
        expect.stringMatching(/^network problem: The server cannot listen at .*EADDRINUSE/),
        expect.stringMatching(/^mail problem: The mail server 127[.]0[.]0[.]1 refused: /),
      ]);
      expect(found.join()).not.toMatch(/secret|wrong$/);
      const right = await examined({ ...flags, 'server.port': '0' }, true);
      expect(right.find(({ area }) => area === 'mail')).toMatchObject({ state: 'ok' });
      expect(box.mails).toEqual([]);
    } finally {
      other.close();
    }
  });

  it('ends with 1 and says it in JSON or in words, also of a configuration that cannot be used', async () => {
    await using folder = await newFolder();
    const file = join(folder.path, 'lectern.yaml');
    await writeFile(file, 'server:\n  porrt: 1\n');
    const run = promisify(execFile);
    const env = { HOME: folder.path, LECTERN_SERVER_PORT: '0', LECTERN_DATA_DIR: join(folder.path, 'data') };
    const failed = await run(process.execPath, [MAIN, 'doctor', '--json', '--config', file], { env }).then(
      () => undefined,
      (error: unknown) => error as { readonly code: number; readonly stdout: string },
    );
    expect(failed?.code).toBe(1);
    const said = JSON.parse(failed?.stdout ?? '') as { readonly ok: boolean; readonly findings: readonly Finding[] };
    expect(said.ok).toBe(false);
    expect(said.findings.map(({ area, message }) => [area, message])).toEqual([
      ['configuration', expect.stringContaining('unknown key server.porrt')],
    ]);
    const { stdout } = await run(process.execPath, [MAIN, 'doctor'], { env });
    expect(stdout).toContain('There is no database yet\n         → The first start makes it');
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^0 problems, \d+ warnings?$/);
    expect(await readdir(folder.path)).toEqual(['lectern.yaml']);
  });
});
