/** `npm run dev [-- FLAGS…]`: the server, restarted when its sources change, and the web app with live reload. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

function start(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: 'inherit' });
}

const flags = process.argv.slice(2);
const children = [
  start(['--watch', 'apps/server/src/main.ts', 'serve', ...flags], root),
  start([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web')),
];

/** The watching Node passes the signal to the server and may then stay. */
const PATIENCE_MS = 3_000;

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, PATIENCE_MS).unref();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAll);
for (const child of children) {
  // When one ends, the other ends too.
  child.once('exit', (code) => {
    process.exitCode = code ?? 0;
    stopAll();
  });
}
