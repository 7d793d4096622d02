import { MAX_COVER_BYTES } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { checkPicture, findFile, MAX_PICTURE_BYTES, PictureRefused } from './picture-file.ts';

const file = (type: string, size = 3) => new File([new Uint8Array(size)], 'a', { type });

function refusal(given: File): string | undefined {
  try {
    checkPicture(given);
    return undefined;
  } catch (error) {
    return error instanceof PictureRefused ? error.reason : String(error);
  }
}

describe('checkPicture', () => {
  it('refuses a file that the server would refuse for its size or type', () => {
    expect(MAX_PICTURE_BYTES).toBe(MAX_COVER_BYTES);
    expect(refusal(file('image/png', MAX_COVER_BYTES))).toBeUndefined();
    expect(refusal(file('image/png', MAX_COVER_BYTES + 1))).toBe('too-large');
    expect(refusal(file('application/pdf'))).toBe('no-picture');
  });

  it('leaves a file without a type to the server', () => {
    expect(checkPicture(file('')).type).toBe('image/unknown');
    const png = file('image/png');
    expect(checkPicture(png)).toBe(png);
  });
});

describe('the dropped or pasted file', () => {
  const transfer = (...files: File[]) => Object.assign(Object.create(null), { files }) as DataTransfer;

  it('is the first picture, and undefined without files', () => {
    const png = file('image/png');
    const text = file('text/plain');
    expect(findFile(transfer(text, png))).toBe(png);
    expect(findFile(transfer(text))).toBe(text);
    expect(findFile(transfer())).toBeUndefined();
    expect(findFile(null)).toBeUndefined();
  });
});
