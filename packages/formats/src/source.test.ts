import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lookAt, openSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'source-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeFile(bytes: Buffer): string {
  const path = join(folder, String(bytes.length));
  writeFileSync(path, bytes);
  return path;
}

describe('look of an open file', () => {
  it('gives what there is, in memory that the next look takes', () => {
    using source = openSource(writeFile(Buffer.from('0123456789')));
    const first = source.look(2, 4);
    expect(first.toString()).toBe('2345');
    expect(source.look(8, 4).toString()).toBe('89');
    expect(first.toString()).not.toBe('2345');
    expect(source.look(10, 4)).toHaveLength(0);
  });

  it('takes memory of its own for very many bytes', () => {
    using source = openSource(writeFile(Buffer.alloc(2 * 1024 * 1024, 7)));
    const many = source.look(0, source.size);
    const few = source.look(0, 10);
    expect(many).toHaveLength(source.size);
    expect(many.buffer).not.toBe(few.buffer);
    expect(many.every((byte) => byte === 7)).toBe(true);
  });

  it('never takes fewer bytes for those that were asked for', () => {
    using source = openSource(writeFile(Buffer.from('0123456789')));
    expect(lookAt(source, 6, 4).toString()).toBe('6789');
    expect(() => lookAt(source, 6, 5)).toThrow(expect.objectContaining({ code: 'file.changed' }));
  });
});
