import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { createFactorUsers, readCode, WITH_PASSKEYS } from '../_harness/second-factor.ts';
import { startServer } from '../_harness/start-server.ts';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../../../scripts/bootstrap/server-process.mjs';
import { openApiText } from '#cli/openapi.ts';

interface Command extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Resolves when standard output has said this; fails when the process ends first. */
  readonly says: (wanted: RegExp) => Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly output: string }>;
}

function start(args: readonly string[], input = '', environment: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN, ...args], {
    env: serverEnvironment({ HOME: tmpdir(), ...environment }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const ended = new Promise<Awaited<Command['ended']>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  const says = async (wanted: RegExp): Promise<string> => {
    while (child.exitCode === null) {
      const [found] = wanted.exec(output) ?? [];
      if (found !== undefined) return found;
      await setTimeout(20);
    }
    throw new Error(`The command ended before it said ${String(wanted)}: ${output}`);
  };
  return {
    process: child,
    says,
    ended,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

function homeArguments(home: Home): string[] {
  const database = home.databaseUrl === undefined ? [] : ['--database-url', home.databaseUrl];
  return ['--data-dir', home.dataDir, '--log-level', 'warn', ...database];
}

async function serve(home: Home, more: readonly string[] = []): Promise<Command & { readonly url: string }> {
  const command = start(['serve', '--port', '0', ...homeArguments(home), ...more]);
  return { ...command, url: await command.says(/http:\/\/127\.0\.0\.1:\d+/) };
}

describe.each(databases)('lectern on %s', (kind) => {
  it('says where it listens and where its data is, and stops in order when told to', async () => {
    await using home = await openHome(kind);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await using server = await serve(home);
      await server.says(new RegExp(`Data folder: ${home.dataDir}`));
      expect(await createClient(server).call('getHealth', {})).toMatchObject({ status: 'ok' });
      server.process.kill(signal);
      expect(await server.ended).toMatchObject({ code: 0, signal: null });
    }
  });

  it('adds users and gives them new passwords, read from standard input', async () => {
    await using home = await openHome(kind);
    const add = await start(['user', 'create', 'ann', '--role', 'admin', ...homeArguments(home)], 'first password\n')
      .ended;
    expect(add).toMatchObject({ code: 0, output: 'Created ann (admin)\n' });
    const again = await start(['user', 'create', 'ANN', ...homeArguments(home)], 'first password\n').ended;
    expect(again).toMatchObject({ code: 1, output: '"ANN" is already in use\n' });
    const short = await start(['user', 'reset-password', 'ann', ...homeArguments(home)], 'short\n').ended;
    expect([short.code, short.output]).toEqual([
      1,
      expect.stringContaining('must have at least 8 characters') as string,
    ]);
    const common = await start(['user', 'reset-password', 'ann', ...homeArguments(home)], 'Password123\n').ended;
    expect([common.code, common.output]).toEqual([
      1,
      '"password" is not valid: must not be a common password, because attackers try those first\n',
    ]);
    const reset = await start(['user', 'reset-password', 'ann', ...homeArguments(home)], 'second password\n').ended;
    expect(reset.code).toBe(0);
    await using server = await serve(home);
    const client = await signIn(server, { username: 'ann', password: 'second password' });
    expect(await client.call('getCurrentUser', {})).toMatchObject({ username: 'ann', role: 'admin' });
  });

  it('lists users, shuts them out and lets them in, and hands over links for new passwords', async () => {
    await using home = await openHome(kind);
    const user = async (...args: string[]) => {
      const { code, output } = await start(['user', ...args, ...homeArguments(home)], 'first password\n').ended;
      return [code, output.trim()];
    };
    expect(await user('list')).toEqual([0, 'There is no user yet']);
    await user('create', 'ann', '--role', 'admin', '--email', 'ann@example.org');
    expect(await user('deactivate', 'ann')).toEqual([1, expect.stringContaining('last active admin') as string]);
    await user('create', 'bob');
    await user('make-admin', 'bob');
    await user('deactivate', 'ANN@example.org');
    expect(await user('list')).toEqual([0, 'ann\tadmin\tinactive\tann@example.org\nbob\tadmin\tactive']);
    expect(await user('activate', 'nobody')).toEqual([1, 'User "nobody" not found']);
    expect(await user('activate', 'ann')).toEqual([0, 'ann can sign in']);
    const [, said = ''] = await user('reset-password', 'bob', '--link');
    const token = /^Good once, within 2 hours:\nhttp:\/\/127\.0\.0\.1:8080\/reset-password#([\w-]{43})$/.exec(
      String(said),
    )?.[1];
    await using server = await serve(home);
    await createClient(server).call('resetPassword', { body: { token: token ?? '', password: 'second password' } });
    await signIn(server, { username: 'bob', password: 'second password' });
  });

  it('removes all second factors of a user, beside a server that runs', async () => {
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home, config: WITH_PASSKEYS });
    const admin = await setupAdmin(server);
    const newUser = createFactorUsers(server, admin);
    const [user, other] = [await newUser(), await newUser()];
    for (const owner of [user, other]) {
      const { secret } = await owner.addApp();
      await owner.addPasskey();
      await owner.letCodePass();
      const { ticket } = await owner.beginLogin();
      const body = { ticket, code: readCode(secret), remember: true };
      await createClient(server).call('finishLogin', { body, headers: { 'sec-fetch-site': 'same-origin' } });
    }
    const tables = ['authenticatorApp', 'passkey', 'recoveryCode', 'rememberedBrowser'] as const;
    const countOwn = async (userId: string) =>
      Promise.all(
        tables.map(async (table) => {
          const { read } = server.context.db;
          return (await read.selectFrom(table).select('userId').where('userId', '=', userId).execute()).length;
        }),
      );
    const all = [1, 1, expect.any(Number) as number, 1];
    expect([await countOwn(user.id), await countOwn(other.id)]).toEqual([all, all]);
    const run = async (name: string) => {
      const { code, output } = await start(['user', 'remove-factors', name, ...homeArguments(home)]).ended;
      return [code, output.trim()];
    };
    expect(await run('ghost')).toEqual([1, 'User "ghost" not found']);
    expect(await countOwn(user.id)).toEqual(all);
    expect(await run(user.username.toUpperCase())).toEqual([
      0,
      expect.stringContaining('has no second factor any more, and is signed out everywhere') as string,
    ]);
    expect([await countOwn(user.id), await countOwn(other.id)]).toEqual([[0, 0, 0, 0], all]);
    const { data } = await admin.call('listAudit', { query: { userId: user.id, action: 'factor_removed' } });
    expect(data).toMatchObject([
      { actor: { kind: 'operator', id: null }, account: { id: user.id }, details: { kind: 'all' } },
    ]);
    expect((await admin.call('listAudit', { query: { userId: other.id, action: 'factor_removed' } })).data).toEqual([]);
    // On SQLite the server learns of it when it looks the session up again.
    const readStatus = async () => (await user.client.fetch('/api/v1/auth/me')).status;
    await expect.poll(readStatus, { timeout: 20_000 }).toBe(401);
    expect((await user.login()).user.id).toBe(user.id);
    expect((await other.beginLogin()).methods).toContain('app');
  });

  it('makes libraries of the folders it is given, each once, and scans them', async () => {
    await using home = await openHome(kind);
    const folder = await mkdtemp(join(tmpdir(), 'lectern shelf '));
    try {
      await writeFile(join(folder, 'torn.cbz'), 'no archive');
      for (const isFirst of [true, false]) {
        await using server = await serve(home, ['--library', folder, '--library', `${folder}/`]);
        const client = isFirst ? await setupAdmin(server) : await signIn(server);
        const { data } = await client.call('listLibraries', {});
        expect(data.map(({ name, path }) => ({ name, path }))).toEqual([{ name: basename(folder), path: folder }]);
        while ((await client.call('listBooks', {})).total === 0) await setTimeout(50);
        server.process.kill();
        expect(await server.ended).toMatchObject({ code: 0 });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses a folder that is not there, naming it', async () => {
    await using home = await openHome(kind);
    const missing = join(home.dataDir, 'nowhere');
    const { code, output } = await start(['--port', '0', '--library', missing, ...homeArguments(home)]).ended;
    expect([code, output]).toEqual([1, expect.stringContaining(missing) as string]);
  });

  it('brings the database up to date and ends', async () => {
    await using home = await openHome(kind, { untouched: true });
    expect(await start(['migrate', ...homeArguments(home)]).ended).toMatchObject({ code: 0 });
  });
});

describe('the command line', () => {
  it.each([
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['--help'], 0, /^Usage: lectern/],
    [['sevre'], 1, /^Unknown command "sevre", expected one of serve, /],
    [['--prot', '1'], 1, /^Unknown option '--prot'/],
    [['serve', 'x'], 1, /"?x"?/],
    [['--port', 'x'], 1, /command line: server\.port cannot be "x": must be a whole number/],
    [['user', 'remove', 'ann'], 1, /^Expected "user list"/],
    [['user', 'remove-factors'], 1, /^Expected "user list"/],
    [['openapi', '--format', 'xml'], 1, /^Unknown format "xml", expected json or yaml/],
  ])('answers %j', async (args, code, output) => {
    const ended = await start(args).ended;
    expect([ended.code, ended.output]).toEqual([code, expect.stringMatching(output) as string]);
  });

  it('says what to do when the port is taken', async () => {
    await using home = await openHome('sqlite');
    await using first = await serve(home);
    await using other = await openHome('sqlite');
    const second = await start(['--port', new URL(first.url).port, ...homeArguments(other)]).ended;
    expect([second.code, second.output]).toEqual([
      1,
      expect.stringContaining('choose another port with --port') as string,
    ]);
  });

  it('says which database does not answer, and keeps its password', async () => {
    await using home = await openHome('sqlite');
    const url = 'postgres://lectern:hunter2@127.0.0.1:1/books';
    const { code, output } = await start(['--data-dir', home.dataDir, '--database-url', url]).ended;
    expect([code, output.trim()]).toEqual([
      1,
      'Cannot open the database of database.url (127.0.0.1:1): connect ECONNREFUSED 127.0.0.1:1',
    ]);
  });

  it('takes a file and the environment, and writes the description of the API', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    try {
      const file = join(folder, 'lectern.yaml');
      await writeFile(file, 'server:\n  port: 0\nlog:\n  level: loud\n');
      const environment = { LECTERN_CONFIG: file, LECTERN_DATA_DIR: folder };
      const refused = await start([], '', environment).ended;
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining('log.level cannot be "loud"') as string,
      ]);
      const written = join(folder, 'openapi.json');
      expect(await start(['openapi', '--output', written, '--format', 'json']).ended).toMatchObject({ code: 0 });
      expect(await readFile(written, 'utf8')).toBe(openApiText('json'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
