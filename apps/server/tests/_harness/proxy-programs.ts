import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Proxy, ProxyPath } from '../../../../fixtures/small-proxy.ts';

type Start = (target: string, path: ProxyPath) => Promise<Proxy>;

/** A reverse proxy that people use. */
export interface ProxyProgram {
  readonly name: string;
  readonly isFound: boolean;
  readonly start: Start;
}

/** A port of this machine that is free now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function waitForPort(url: string, hasEnded: () => string | undefined): Promise<void> {
  for (;;) {
    const ended = hasEnded();
    if (ended !== undefined) throw new Error(`The proxy ended: ${ended}`);
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(20);
  }
}

interface Launch {
  readonly program: string;
  readonly file: string;
  readonly args: (folder: string) => readonly string[];
  readonly configure: (folder: string, port: number) => string;
}

async function launch({ program, file, args, configure }: Launch): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-proxy-'));
  const port = await findFreePort();
  await writeFile(join(folder, file), configure(folder, port));
  const child = spawn(program, args(folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const url = `http://127.0.0.1:${String(port)}`;
  await waitForPort(url, () => (child.exitCode === null ? undefined : said.join('')));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The example of docs/reaching.md, with the folders of a test. */
function configureNginx(target: string, { path, removesPath, headers = {} }: ProxyPath, folder: string, port: number) {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 128; }
http {
  access_log off;
  ${scratch.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${String(port)};
    location ${path}/ {
      proxy_pass ${target}${removesPath ? '/' : ''};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Proto $scheme;
      ${Object.entries(headers)
        .map(([name, value]) => `proxy_set_header ${name} ${value};`)
        .join('\n      ')}
      proxy_buffering off;
      client_max_body_size 32m;
    }
  }
}
`;
}

function configureCaddy(target: string, { path, removesPath, headers = {} }: ProxyPath, port: number): string {
  return `{
  admin off
  auto_https off
}
http://127.0.0.1:${String(port)} {
  ${removesPath ? 'handle_path' : 'handle'} ${path}/* {
    reverse_proxy ${target} {
      ${Object.entries(headers)
        .map(([name, value]) => `header_up ${name} ${value}`)
        .join('\n      ')}
    }
  }
}
`;
}

function findProgram(
  variable: string,
  name: string,
  flag: string,
): { readonly program: string; readonly isFound: boolean } {
  const program = process.env[variable] ?? name;
  return { program, isFound: spawnSync(program, [flag]).error === undefined };
}

const nginx = findProgram('LECTERN_TEST_NGINX', 'nginx', '-v');
const caddy = findProgram('LECTERN_TEST_CADDY', 'caddy', 'version');

/** nginx and Caddy, where this machine has them. */
export const proxyPrograms: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    isFound: nginx.isFound,
    start: async (target, path) =>
      launch({
        program: nginx.program,
        file: 'nginx.conf',
        args: (folder) => ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
        configure: (folder, port) => configureNginx(target, path, folder, port),
      }),
  },
  {
    name: 'Caddy',
    isFound: caddy.isFound,
    start: async (target, path) =>
      launch({
        program: caddy.program,
        file: 'Caddyfile',
        args: (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
        configure: (_folder, port) => configureCaddy(target, path, port),
      }),
  },
];
