import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

const FOLLOW_PARENT = new URL('./follow-parent.mjs', import.meta.url).href;

/**
 * Continues as `node args…`: in the same process where Node can replace itself, else as a child that gets our signals
 * and gives its exit code. Its folder comes first on PATH, so that tools run on the same Node. The program stops when
 * npm's shell is gone.
 */
export function handOver(node, args, environment = process.env) {
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  const command = byNpm ? ['--import', FOLLOW_PARENT, ...args] : args;
  const env = { ...environment, PATH: [dirname(node), environment.PATH].join(delimiter) };
  if (typeof process.execve === 'function' && process.platform !== 'win32')
    process.execve(node, [node, ...command], env);
  const child = spawn(node, command, { stdio: 'inherit', env });
  if (byNpm) import(FOLLOW_PARENT);
  forwardSignals(child);
  child.on('error', (error) => {
    process.stderr.write(`lectern: cannot start ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    // Ends like the child, so that a supervisor sees the signal.
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function forwardSignals(child) {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child itself: a second one would mean "stop at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
}
