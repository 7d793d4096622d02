import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { png } from '../../../fixtures/pictures.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { fingerprintArchive, fingerprintFile } from './fingerprint.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { openZip } from './zip/open.ts';

function ofArchive(bytes: Buffer): string {
  const source = memorySource(bytes);
  return fingerprintArchive(source, openZip(source, DEFAULT_LIMITS));
}

describe('the fingerprint of an archive', () => {
  const page = png(4, 4, 1).bytes;

  it('is the same for equal archives', () => {
    expect(ofArchive(writeZip([{ name: '1.png', bytes: page }]))).toBe(
      ofArchive(writeZip([{ name: '1.png', bytes: page }])),
    );
  });

  it('changes with a name, and with bytes of the same length', () => {
    const fingerprints = [
      ofArchive(writeZip([{ name: '1.png', bytes: page }])),
      ofArchive(writeZip([{ name: '2.png', bytes: page }])),
      ofArchive(writeZip([{ name: '1.png', bytes: png(4, 4, 2).bytes }])),
    ];
    expect(new Set(fingerprints).size).toBe(3);
  });
});

describe('the fingerprint of another file', () => {
  const bytes = Buffer.alloc(1024 * 1024, 7);
  const changed = (at: number): string => {
    const other = Buffer.from(bytes);
    other[at] = 8;
    return fingerprintFile(memorySource(other));
  };

  it('changes with its head, middle and tail', () => {
    const same = fingerprintFile(memorySource(bytes));
    expect(fingerprintFile(memorySource(Buffer.from(bytes)))).toBe(same);
    for (const at of [0, bytes.length / 2, bytes.length - 1]) expect(changed(at)).not.toBe(same);
  });

  it('changes with its length', () => {
    expect(fingerprintFile(memorySource(bytes.subarray(1)))).not.toBe(fingerprintFile(memorySource(bytes)));
  });
});
