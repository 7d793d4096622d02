import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildServerWhenStale } from '../../../../scripts/bootstrap/build-server.mjs';
import { buildWebWhenStale } from '../../../../scripts/bootstrap/build-web.mjs';
import { packPackage, runNpm } from '../../../../scripts/release/pack.ts';
import { readEnvironment } from '#config/read-config.ts';
import { VERSION } from '#context/version.ts';

/** What npm needs of our environment: the way to the registry. No home, no cache, no settings of this repository. */
function makeEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(readEnvironment()).filter(([name]) =>
    /^(PATH|.*_PROXY|.*_proxy|NODE_EXTRA_CA_CERTS)$/.test(name),
  );
  return { ...Object.fromEntries(kept), HOME: home, NPM_CONFIG_UPDATE_NOTIFIER: 'false' };
}

async function readUrl(output: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The installed server ended: ${text}`);
}

it('installs from its archive into an empty home, serves the web app, and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-installed-'));
  try {
    buildServerWhenStale(process.execPath);
    buildWebWhenStale(process.execPath);
    const archive = await packPackage(folder);
    const [home, prefix] = [join(folder, 'home'), join(folder, 'prefix')];
    await mkdir(home);
    await mkdir(join(prefix, 'lib'), { recursive: true });
    const env = makeEnvironment(home);
    const authorities = env['NODE_EXTRA_CA_CERTS'];
    const trust = authorities === undefined ? [] : ['--cafile', authorities];
    runNpm(['install', '--global', '--prefix', prefix, ...trust, archive], home, env);

    const lectern = join(prefix, 'bin', 'lectern');
    const run = (...args: string[]) => spawnSync(lectern, args, { env, cwd: home, encoding: 'utf8' });
    expect(run('--version').stdout).toBe(`${VERSION}\n`);
    expect(run('openapi').stdout).toContain('"openapi"');
    const config = join(folder, 'lectern.yaml');
    await writeFile(config, 'log:\n  level: warn\n');
    expect(run('migrate', '--config', config)).toMatchObject({
      status: 0,
      stdout: 'The SQLite database is up to date\n',
    });
    expect(run('doctor', '--port', '0', '--config', config)).toMatchObject({ status: 0 });

    const server = spawn(lectern, ['serve', '--port', '0'], { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(server, 'exit');
    const url = await readUrl(server.stdout.iterator({ destroyOnReturn: false }));
    server.stdout.resume();
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
    const page = await (await fetch(url)).text();
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, url))).headers.get('content-type')).toContain('javascript');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
