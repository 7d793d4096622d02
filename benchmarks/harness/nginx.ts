import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './server-process.ts';

/** A web server for the files of a folder. */
export interface Nginx extends AsyncDisposable {
  readonly url: string;
  readonly pids: readonly number[];
}

/** Scratch folders it always creates. */
const SCRATCH = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function configuration(folder: string, work: string, port: number): string {
  return [
    'daemon off; worker_processes 1;',
    // Started by root, its worker could not read the folder.
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${join(work, 'pid')}; error_log ${join(work, 'error.log')};`,
    'events { worker_connections 128; }',
    'http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; default_type image/jpeg;',
    'open_file_cache max=1000 inactive=1h;',
    ...SCRATCH.map((name) => `${name}_temp_path ${join(work, name)};`),
    `server { listen 127.0.0.1:${String(port)}; root ${folder}; } }`,
  ].join('\n');
}

function listChildren(pid: number): number[] {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * Starts nginx with sendfile and open files for a folder.
 * @param work a folder of its own
 * @returns undefined when not installed
 */
export async function startNginx(folder: string, work: string): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return undefined;
  mkdirSync(work, { recursive: true });
  const port = await freePort();
  const file = join(work, 'nginx.conf');
  writeFileSync(file, configuration(folder, work, port));
  const child = spawn('nginx', ['-c', file, '-e', join(work, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${String(port)}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${String(child.exitCode)}`);
    try {
      await fetch(url);
      break;
    } catch {
      await new Promise((wake) => setTimeout(wake, 10));
    }
  }
  return {
    url,
    pids: listChildren(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
