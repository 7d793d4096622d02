import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server-process.ts';
import { workFolder } from './work-folder.ts';

const POLL_MS = 3;

async function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}

/**
 * Runs `npm start` in a folder until `/health` returns 200, then stops it.
 * @param args after `--port`
 * @returns milliseconds from the command to that response
 */
export async function timeNpmStart(folder: string, args: readonly string[] = []): Promise<number> {
  const port = String(await freePort());
  const begin = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', '--port', port, ...args], {
    cwd: folder,
    // npm signals a shell, which ends alone: stop the whole group.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LECTERN_LOG_LEVEL: 'error' },
  });
  while (!(await answers(`http://127.0.0.1:${port}/health`))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${String(child.exitCode)} in ${folder}`);
    await sleep(POLL_MS);
  }
  const passed = performance.now() - begin;
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  // The server ends after npm.
  while (await answers(`http://127.0.0.1:${port}/health`)) await sleep(POLL_MS);
  return passed;
}

/** A package whose `npm start` only runs a bare Node server. */
export function bareServerPackage(): string {
  const folder = workFolder('bare-server');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node server.mjs' } }));
  const code = `import { createServer } from 'node:http';
createServer((request, response) => response.end()).listen(Number(process.argv[3]), '127.0.0.1');
`;
  writeFileSync(join(folder, 'server.mjs'), code);
  return folder;
}
