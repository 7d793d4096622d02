import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { writeRar4, writeRar5 } from '../../../fixtures/rar-writer.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { detectKind, isEpub } from './detect.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { openZip } from './zip/open.ts';

const page = [{ name: '1.png', bytes: Buffer.from('page') }];

describe('detectKind', () => {
  it.each([
    ['zip', writeZip(page)],
    ['zip', writeZip([])],
    ['zip', writeZip(page, { before: Buffer.from('some bytes before') })],
    ['rar', writeRar4(page)],
    ['rar', writeRar5(page)],
    ['rar', writeRar5(page, { before: Buffer.from('MZ a program') })],
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['pdf', Buffer.from(`${'\n'.repeat(500)}%PDF-1.7\n`)],
    ['pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), writeZip(page)])],
  ])('says %s by the bytes', (kind, bytes) => {
    expect(detectKind(memorySource(bytes))).toBe(kind);
  });

  it('does not take a RAR signature inside another file for an archive', () => {
    const bytes = Buffer.concat([Buffer.from('not a program'), writeRar5(page)]);
    expect(() => detectKind(memorySource(bytes))).toThrow(expect.objectContaining({ code: 'file.unknown' }));
  });
});

describe('isEpub', () => {
  const isEpubWith = async (name: string, text: string): Promise<boolean> =>
    isEpub(openZip(memorySource(writeZip([{ name, bytes: Buffer.from(text) }, ...page])), DEFAULT_LIMITS));

  it('believes a mimetype entry, also one with a line end', async () => {
    expect(await isEpubWith('mimetype', 'application/epub+zip\n')).toBe(true);
  });

  it('believes META-INF/container.xml without a mimetype', async () => {
    expect(await isEpubWith('META-INF/container.xml', '<container/>')).toBe(true);
  });

  it('takes any other ZIP as a comic', async () => {
    expect(await isEpubWith('mimetype', 'application/vnd.comicbook+zip')).toBe(false);
    expect(await isEpubWith('a/mimetype', 'application/epub+zip')).toBe(false);
  });
});
