import { createHash } from 'node:crypto';
import type { FileAnswer } from '../file-answer.ts';

const LENGTH = 65_536;

/** Bytes that nothing can be packed out of, the same in every process. */
function makeSample(): Buffer {
  const blocks = Array.from({ length: LENGTH / 32 }, (_, index) => createHash('sha256').update(String(index)).digest());
  return Buffer.concat(blocks);
}

let sample: Buffer | undefined;

/** A small file by which a client finds out whether tags and parts of files arrive as the server sends them. */
export function connectionSample(): FileAnswer {
  sample ??= makeSample();
  const bytes = sample;
  return {
    kind: 'file',
    contentType: 'application/octet-stream',
    etag: 'connection-sample',
    length: LENGTH,
    parts: { length: LENGTH, open: async ({ start, end }) => ({ body: bytes.subarray(start, end) }) },
    open: async () => ({ body: bytes }),
  };
}
