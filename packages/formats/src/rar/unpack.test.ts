import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { writeRar5 } from '../../../../fixtures/rar-writer.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openPacked } from '../packed-entries.ts';
import { openRar } from './open.ts';
import { decodeRar4Name } from './rar4-name.ts';
import { readVint } from './vint.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/good/cbr');

describe.each(['packed-rar3.cbr', 'packed-rar3.solid.cbr', 'packed-rar5.cbr'])('%s', (name) => {
  const bytes = readFileSync(join(FIXTURES, name));

  it('gives heads that begin the whole entries, one by one and all in one pass', async () => {
    const container = openRar(memorySource(bytes), DEFAULT_LIMITS);
    const heads = new Map<string, Buffer>();
    await container.readHeads(container.entries, 50, (entry, head) => {
      if (Buffer.isBuffer(head)) heads.set(entry.name, head);
    });
    for (const entry of container.entries) {
      const whole = await container.read(entry);
      expect(whole).toHaveLength(entry.length);
      expect(heads.get(entry.name)).toEqual(whole.subarray(0, 50));
      expect(await container.readHead(entry, 20)).toEqual(whole.subarray(0, 20));
    }
  });

  it('can be read from many places at once', async () => {
    const container = openRar(memorySource(bytes), DEFAULT_LIMITS);
    const reads = Array.from({ length: 20 }, (_, index) => container.entries[index % 2]).filter(
      (entry) => entry !== undefined,
    );
    const all = await Promise.all(reads.map(async (entry) => (await container.read(entry)).length));
    expect(all).toEqual(reads.map((entry) => entry.length));
  });
});

describe('openPacked', () => {
  const path = join(FIXTURES, 'packed-rar3.solid.cbr');

  it('refuses an entry that is no longer where it was', async () => {
    const { entries } = openRar(memorySource(readFileSync(path)), DEFAULT_LIMITS);
    const source = entries[1]?.source;
    if (source?.kind !== 'rar') throw new Error('Expected a packed entry');
    using archive = await openPacked(path, 'rar');
    expect(await archive.extract(source)).toHaveLength(source.length);
    await expect(archive.extract({ ...source, index: 0 })).rejects.toMatchObject({ code: 'file.changed' });
    await expect(archive.extract({ ...source, index: 9 })).rejects.toMatchObject({ code: 'file.changed' });
  });
});

describe('a RAR comment', () => {
  it('is read when it is stored', () => {
    const bytes = writeRar5([{ name: '1.png', bytes: Buffer.from('page') }], { comment: 'Büchlein' });
    expect(openRar(memorySource(bytes), DEFAULT_LIMITS).comment.toString()).toBe('Büchlein');
  });
});

describe('decodeRar4Name', () => {
  it('takes a name without a zero byte as UTF-8', () => {
    expect(decodeRar4Name(Buffer.from('日本.jpg')).decoded).toBe('日本.jpg');
  });

  it('unpacks runs out of the local name, moved and unmoved', () => {
    // local "abcde"; high byte 4; a run of three as they are, then a run of two moved by 0x10 under the high byte
    const packed = Buffer.from([0x04, 0b11_11_00_00, 0x01, 0x80, 0x10]);
    const { decoded } = decodeRar4Name(Buffer.concat([Buffer.from('abcde\0'), packed]));
    expect(decoded).toBe(`abc${String.fromCharCode(0x474, 0x475)}`);
  });

  it('ends with the packed bytes, wherever they are cut', () => {
    const packed = Buffer.from([0x04, 0b10_11_01_00, 0x31, 0x30, 0x85, 0x10, 0x41, 0x42]);
    for (let length = 0; length <= packed.length; length++) {
      const { decoded } = decodeRar4Name(Buffer.concat([Buffer.from('abcdefgh\0'), packed.subarray(0, length)]));
      expect((decoded ?? '').length).toBeLessThan(20);
    }
  });
});

describe('readVint', () => {
  it('reads seven bits a byte, the lowest first', () => {
    expect(readVint(Buffer.from([0x7f]), 0)).toEqual({ value: 127, width: 1 });
    expect(readVint(Buffer.from([0, 0xac, 0x02]), 1)).toEqual({ value: 300, width: 2 });
    expect(readVint(Buffer.from([0x81, 0x80, 0x00]), 0)).toEqual({ value: 1, width: 3 });
  });

  it('refuses one that is cut or beyond any file', () => {
    for (const bytes of [[], [0x80], Array<number>(9).fill(0xff).concat(1), Array<number>(12).fill(0x80)]) {
      expect(() => readVint(Buffer.from(bytes), 0)).toThrow(expect.objectContaining({ code: 'rar.bad-header' }));
    }
  });
});
