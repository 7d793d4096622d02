import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { unpackFiles } from './pack-files.ts';
import type { WalkMessage } from './walk.ts';

/** Runs the walk in a thread that puts a link where a folder was, once that is known to be one and before it is opened. */
const SWAPPING = `
const fs = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { root, outside, module } = workerData;
for (const name of ['readdirSync', 'openSync']) {
  const real = fs[name];
  fs[name] = (path, ...rest) => {
    if (path === root + '/Series' && !fs.existsSync(root + '/.aside')) {
      fs.renameSync(path, root + '/.aside');
      fs.symlinkSync(outside, path);
    }
    return real(path, ...rest);
  };
}
require('node:module').syncBuiltinESMExports();
import(module).then(() => {
  parentPort.emit('message', { root, options: { extensions: ['cbz'], excludedPatterns: null } });
});
`;

async function walkSwapped(root: string, outside: string) {
  const module = new URL('./walk-worker.ts', import.meta.url).href;
  const worker = new Worker(SWAPPING, { eval: true, workerData: { root, outside, module } });
  const found: string[] = [];
  const unreadable: string[] = [];
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: WalkMessage) => {
        if (message.kind === 'failed') reject(new Error(message.message));
        else if (message.kind === 'done') resolve({ found, unreadable });
        else {
          found.push(...unpackFiles(message.batch.files).map(({ path }) => path));
          unreadable.push(...message.batch.unreadable);
        }
      });
      worker.on('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

it('a folder that a link out of the library took the place of is not looked into, and unknown', async () => {
  const base = mkdtempSync(join(tmpdir(), 'lectern-swapped-'));
  const [root, outside] = [join(base, 'library'), join(base, 'outside')];
  try {
    for (const [folder, name] of [
      [join(root, 'Series'), 'mine.cbz'],
      [join(root, 'Others'), 'other.cbz'],
      [outside, 'foreign.cbz'],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), 'x');
    }
    expect(await walkSwapped(root, outside)).toEqual({ found: ['Others/other.cbz'], unreadable: ['Series'] });
  } finally {
    rmSync(base, { recursive: true });
  }
});
