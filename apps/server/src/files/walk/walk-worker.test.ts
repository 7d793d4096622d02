import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** Runs the walk in a thread that counts what it asks the file system about the folder. */
const COUNTING = `
const fs = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const counts = {};
for (const name of ['statSync', 'lstatSync', 'readdirSync', 'realpathSync', 'openSync', 'readFileSync', 'readSync']) {
  const real = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).startsWith(workerData.root + '/')) counts[name] = (counts[name] ?? 0) + 1;
    return real(path, ...rest);
  };
}
require('node:module').syncBuiltinESMExports();
import(workerData.module).then(() => {
  parentPort.emit('message', { root: workerData.root, options: workerData.options });
  parentPort.postMessage({ kind: 'counts', counts });
});
`;

async function countLooks(root: string): Promise<unknown> {
  const module = new URL('./walk-worker.ts', import.meta.url).href;
  const workerData = { root, module, options: { extensions: ['cbz'], excludedPatterns: null } };
  const worker = new Worker(COUNTING, { eval: true, workerData });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: { readonly kind: string; readonly counts?: unknown }) => {
        if (message.kind === 'counts') resolve(message.counts);
      });
      worker.on('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

it('looks once at each book, lists each folder once, and opens no book', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lectern-walk-'));
  try {
    for (const folder of ['Saga', 'Bone', 'Akira/deep']) {
      mkdirSync(join(root, folder), { recursive: true });
      for (let number = 1; number <= 10; number += 1) writeFileSync(join(root, folder, `${String(number)}.cbz`), 'x');
      writeFileSync(join(root, folder, 'notes.txt'), 'x');
    }
    expect(await countLooks(root)).toEqual({ openSync: 4, statSync: 30 });
  } finally {
    rmSync(root, { recursive: true });
  }
});
