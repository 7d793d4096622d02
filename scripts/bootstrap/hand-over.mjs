import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Continues as `node args…`: the same process where Node can replace itself, else a child that gets our signals and
 * whose exit code becomes ours. Its folder comes first on PATH, so tools started by name run on the same Node.
 */
export function handOver(node, args) {
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { stdio: 'inherit', env });
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
    // Ends the way the child ended, so that a supervisor sees the signal and not a code made up here.
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function forwardSignals(child) {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // At a terminal Ctrl-C reaches the child by itself: sent twice, it would mean "stop at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
}
