import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

const ENTRY = new URL('./book-worker.ts', import.meta.url).href;
const PDFIUM = new URL('../../../../../packages/formats/src/pdf/pdfium.ts', import.meta.url).href;
/** Longer than a thread works before it rests. */
const REST_MS = 2_000;

/** Whether a thread that has failed to read a book, and rested, still holds the PDF library that it had loaded. */
async function keepsPdfium(isBackground: boolean): Promise<unknown> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     // the server is started with a flag for it
     globalThis.gc = () => undefined;
     import(${JSON.stringify(ENTRY)}).then(async () => {
       const { loadPdfium } = await import(${JSON.stringify(PDFIUM)});
       const before = await loadPdfium();
       parentPort.on('message', () => {
         setTimeout(async () => parentPort.postMessage({ keeps: (await loadPdfium()) === before }), ${String(REST_MS)});
       });
       parentPort.postMessage('ready');
     });`,
    { eval: true, workerData: { isBackground } },
  );
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('message', (message: unknown) => {
        if (message === 'ready')
          worker.postMessage({
            id: 1,
            request: { kind: 'read', place: { path: '/nothing/here.pdf', root: '/nothing', dataDir: '/data' } },
          });
        else if (typeof message === 'object' && message !== null && 'keeps' in message) resolve(message.keeps);
      });
    });
  } finally {
    await worker.terminate();
  }
}

describe('a thread that reads books', () => {
  it('lets go of the PDF library at rest when it works in the background, and keeps it for people', async () => {
    expect(await Promise.all([keepsPdfium(true), keepsPdfium(false)])).toEqual([false, true]);
  });
});
