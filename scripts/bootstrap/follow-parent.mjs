// Preloaded into programs of npm's scripts. npm starts scripts through a shell and sends stop signals only to that
// shell, which ends silently: the program would continue and keep its port.
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

// Threads load it too, and need nothing.
if (isMainThread) followParent();
