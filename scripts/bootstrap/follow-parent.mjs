// Loaded before the program that npm's script runs. npm starts scripts through a shell and passes a request to stop to that
// shell, which ends without telling anybody: the program would go on, and keep its port.
import { isMainThread } from 'node:worker_threads';

const CHECK_MS = 250;

function followParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}

// Threads load it too, and have nothing to do.
if (isMainThread) followParent();
