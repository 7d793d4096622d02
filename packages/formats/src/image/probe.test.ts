import { describe, expect, it } from 'vitest';
import { avif, bmp, gif, jpeg, jxl, png, webp } from '../../../../fixtures/pictures.ts';
import { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from './probe.ts';

/** Probes as a reader does: ever longer heads until it is told enough. */
function probe(
  bytes: Buffer,
  first = FIRST_HEAD_BYTES,
): { readonly result: ImageProbe; readonly asked: readonly number[] } {
  const asked = [Math.min(first, bytes.length)];
  for (;;) {
    const result = probeImage(bytes.subarray(0, asked.at(-1)), bytes.length);
    if (result.status !== 'more') return { result, asked };
    expect(result.bytes).toBeGreaterThan(asked.at(-1) ?? 0);
    asked.push(result.bytes);
  }
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function exif(orientation: number, bigEndian: boolean): Buffer {
  const tiff = bigEndian
    ? [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0];
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff)]));
}

function buildJpeg(segments: readonly Buffer[], frame = 0xc0): Buffer {
  const size = segment(frame, Buffer.from([8, 0x01, 0x2c, 0x00, 0xc8, 1, 1, 0x11, 0]));
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, size, Buffer.from([0xff, 0xd9])]);
}

const measured = (mediaType: string, width: number, height: number, orientation = 1): ImageProbe => ({
  status: 'measured',
  mediaType,
  width,
  height,
  orientation,
});

describe('probeImage', () => {
  it.each([png(300, 200), gif(9, 7), bmp(5, 6), jpeg, webp, avif, jxl])(
    'measures $mediaType',
    ({ bytes, mediaType, width, height }) => {
      expect(probe(bytes).result).toEqual(measured(mediaType, width, height));
    },
  );

  it.each([png(300, 200), gif(9, 7), bmp(5, 6), jpeg, webp, avif])(
    'never fails on a cut $mediaType',
    ({ bytes, mediaType }) => {
      for (let length = 0; length < bytes.length; length++) {
        const { result } = probe(bytes.subarray(0, length));
        if ('mediaType' in result) expect(result.mediaType).toBe(mediaType);
      }
    },
  );

  it.each([buildJpeg([exif(6, true)]), avif.bytes, jxl.bytes, webp.bytes])('never fails on changed bytes', (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
      expect(['measured', 'unmeasured', 'unknown']).toContain(probe(changed).result.status);
    }
  });

  it('asks for more of a JPEG whose metadata is larger than the first look', () => {
    const profile = Array.from({ length: 5 }, () => segment(0xe2, Buffer.alloc(65_000)));
    const { result, asked } = probe(buildJpeg([exif(8, false), ...profile]));
    expect(result).toEqual(measured('image/jpeg', 200, 300, 8));
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.at(-1)).toBeLessThan(5 * 65_100 + 1_000);
  });

  it('needs few looks at a JPEG whose header is in very many pieces, and gives up where it is too far', () => {
    const pieces = (count: number): Buffer[] =>
      Array.from({ length: count }, () => segment(0xe2, Buffer.alloc(65_000)));
    const { result, asked } = probe(buildJpeg(pieces(300)));
    expect(result).toEqual(measured('image/jpeg', 200, 300));
    expect(asked.length).toBeLessThan(14);
    const far = probe(buildJpeg(pieces(600)));
    expect(far.result).toEqual({ status: 'unmeasured', mediaType: 'image/jpeg' });
    expect(far.asked.length).toBeLessThan(14);
  });

  it.each([1, 4, 9])('asks for the rest of a JPEG XL header that is cut after %i of its bytes', (seen) => {
    const start = FIRST_HEAD_BYTES - seen - 8;
    const filler = Buffer.alloc(start - 12);
    filler.writeUInt32BE(filler.length, 0);
    filler.write('Exif', 4, 'latin1');
    const box = Buffer.from('\0\0\0\0jxlc', 'latin1');
    const bits = ['0', '00', bin(299, 9), '000', '00', bin(199, 9), '0', '1', bin(5, 3)].join('');
    const codestream = Buffer.alloc(32);
    codestream.set([0xff, 0x0a]);
    for (const [index, bit] of Array.from(bits).entries()) {
      const at = 2 + (index >> 3);
      codestream.writeUInt8(codestream.readUInt8(at) | (Number(bit) << (index & 7)), at);
    }
    const container = Buffer.from([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]);
    const { result, asked } = probe(Buffer.concat([container, filler, box, codestream]));
    expect(result).toEqual(measured('image/jxl', 300, 200));
    expect(asked).toHaveLength(2);
  });

  it.each([0xc1, 0xc2, 0xc3, 0xc9, 0xcf])('measures a JPEG with frame marker %i', (frame) => {
    expect(probe(buildJpeg([segment(0xc4, Buffer.alloc(20))], frame)).result).toEqual(measured('image/jpeg', 200, 300));
  });

  it('reads the orientation in both byte orders, and ignores an impossible one', () => {
    expect(probe(buildJpeg([exif(6, true)])).result).toMatchObject({ orientation: 6 });
    expect(probe(buildJpeg([exif(3, false)])).result).toMatchObject({ orientation: 3 });
    expect(probe(buildJpeg([exif(9, false)])).result).toMatchObject({ orientation: 1 });
  });

  const chunk = (type: string, content: Buffer): Buffer => {
    const sized = Buffer.alloc(12 + content.length);
    sized.writeUInt32BE(content.length, 0);
    sized.write(type, 4, 'latin1');
    content.copy(sized, 8);
    return sized;
  };
  const tiff = exif(6, true).subarray(10);
  const plain = png(30, 20).bytes;
  const pngWith = (...chunks: readonly Buffer[]): Buffer =>
    Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)]);

  it('reads the orientation of a PNG in front of its pixels, however far', () => {
    expect(probe(pngWith(chunk('eXIf', tiff))).result).toEqual(measured('image/png', 30, 20, 6));
    const behindProfile = probe(pngWith(chunk('iCCP', Buffer.alloc(40_000)), chunk('eXIf', tiff)));
    expect(behindProfile.result).toEqual(measured('image/png', 30, 20, 6));
    expect(probe(pngWith(chunk('eXIf', Buffer.from('nonsense')))).result).toEqual(measured('image/png', 30, 20));
  });

  it('keeps the size of a PNG that ends before its pixels', () => {
    const cut = pngWith(chunk('iCCP', Buffer.alloc(40_000))).subarray(0, 1_000);
    expect(probe(cut).result).toEqual(measured('image/png', 30, 20));
  });

  const webpWith = (flags: number, ...chunks: readonly (readonly [string, Buffer])[]): Buffer => {
    const parts = chunks.map(([type, content]) => {
      const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
    });
    const canvas = Buffer.from([0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, flags, 0, 0, 0, 99, 0, 0, 49, 0, 0]);
    const body = Buffer.concat([Buffer.from('WEBP'), canvas, ...parts]);
    const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };

  it('reads the orientation of a WebP behind its pixels, in one more step', () => {
    const pixels = ['VP8 ', Buffer.alloc(50_001)] as const;
    const { result, asked } = probe(webpWith(0x08, pixels, ['EXIF', tiff]));
    expect(result).toEqual(measured('image/webp', 100, 50, 6));
    expect(asked).toHaveLength(2);
    const wrapped = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
    expect(probe(webpWith(0x08, ['EXIF', wrapped])).result).toEqual(measured('image/webp', 100, 50, 6));
    expect(probe(webpWith(0x00, pixels, ['EXIF', tiff])).asked).toHaveLength(1);
  });

  it('keeps the size of a WebP whose EXIF is cut off', () => {
    const whole = webpWith(0x08, ['VP8 ', Buffer.alloc(50_000)], ['EXIF', tiff]);
    expect(probe(whole.subarray(0, 40_000)).result).toEqual(measured('image/webp', 100, 50));
    expect(probe(webpWith(0x08, ['VP8 ', Buffer.alloc(10)])).result).toEqual(measured('image/webp', 100, 50));
  });

  it('tells the size of a turned AVIF as it is shown, upright', () => {
    // The property list of the fixture gets an irot of one quarter, and the picture refers to it.
    const turned = turnAvif(avif.bytes);
    expect(probe(turned).result).toEqual(measured('image/avif', 24, 16));
  });

  it('passes over filling bytes between JPEG segments', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff]), buildJpeg([]).subarray(3)]);
    expect(probe(bytes).result).toEqual(measured('image/jpeg', 200, 300));
  });

  it('says the type of a picture whose header is damaged, and nothing of other bytes', () => {
    expect(probe(Buffer.from([0xff, 0xd8, 0xff, 0xd9])).result).toEqual({
      status: 'unmeasured',
      mediaType: 'image/jpeg',
    });
    expect(probe(buildJpeg([]).subarray(0, 8)).result).toEqual({ status: 'unmeasured', mediaType: 'image/jpeg' });
    expect(probe(Buffer.from('<html>')).result).toEqual({ status: 'unknown' });
    expect(probe(Buffer.alloc(0)).result).toEqual({ status: 'unknown' });
  });

  it('takes a side no program could draw for damage', () => {
    for (const [width, height] of [
      [2 ** 32 - 1, 2 ** 32 - 1],
      [1, 2 ** 24 + 1],
    ] as const) {
      const bytes = png(4, 4).bytes;
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      expect(probe(bytes).result).toEqual({ status: 'unmeasured', mediaType: 'image/png' });
    }
  });

  it('measures lossless and extended WebP', () => {
    const chunk = (type: string, content: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${type}\0\0\0\0`, 'latin1'), Buffer.from(content), Buffer.alloc(16)]);
    // 14 bits each: width - 1 = 99, height - 1 = 49
    expect(probe(chunk('VP8L', [0x2f, 0x63, 0x40, 0x0c, 0x00])).result).toEqual(measured('image/webp', 100, 50));
    expect(probe(chunk('VP8X', [0, 0, 0, 0, 0x63, 0, 0, 0x31, 0, 0])).result).toEqual(measured('image/webp', 100, 50));
  });

  it('measures a TIFF of either byte order, wherever its directory is', () => {
    const little = Buffer.alloc(60);
    little.write('II*\0', 0, 'latin1');
    little.writeUInt32LE(20, 4);
    little.writeUInt16LE(2, 20);
    for (const [index, [tag, value]] of [[256, 640] as const, [257, 480] as const].entries()) {
      little.writeUInt16LE(tag, 22 + index * 12);
      little.writeUInt16LE(3, 24 + index * 12);
      little.writeUInt32LE(1, 26 + index * 12);
      little.writeUInt16LE(value, 30 + index * 12);
    }
    expect(probe(little, 16).result).toEqual(measured('image/tiff', 640, 480));
  });

  it('reads JPEG XL sizes that are written out, and turns what the header turns', () => {
    // small 0, height selector 0 with 9 bits 299, ratio 0, width selector 0 with 9 bits 199, not default, extra fields,
    // orientation 6 (5 in three bits)
    const bits = ['0', '00', bin(299, 9), '000', '00', bin(199, 9), '0', '1', bin(5, 3)].join('');
    const bytes = Buffer.alloc(16);
    bytes.set([0xff, 0x0a]);
    for (const [index, bit] of Array.from(bits).entries()) {
      const at = 2 + (index >> 3);
      bytes.writeUInt8(bytes.readUInt8(at) | (Number(bit) << (index & 7)), at);
    }
    expect(probe(bytes).result).toEqual(measured('image/jxl', 300, 200));
  });
});

/** Adds a quarter turn to the properties of an AVIF with one item. */
function turnAvif(bytes: Buffer): Buffer {
  const irot = Buffer.from([0, 0, 0, 9, 0x69, 0x72, 0x6f, 0x74, 1]);
  const at = (type: string): number => bytes.indexOf(type, 0, 'latin1') - 4;
  const associations = at('ipma');
  const grown = Buffer.concat([
    bytes.subarray(0, associations),
    irot,
    bytes.subarray(associations, associations + 22),
    Buffer.from([4]), // the new property
    bytes.subarray(associations + 22),
  ]);
  const grow = (start: number, by: number): void => {
    grown.writeUInt32BE(grown.readUInt32BE(start) + by, start);
  };
  grow(at('meta'), irot.length + 1);
  grow(at('iprp'), irot.length + 1);
  grow(at('ipco'), irot.length);
  const moved = associations + irot.length;
  grow(moved, 1);
  grown.writeUInt8(grown.readUInt8(moved + 18) + 1, moved + 18);
  return grown;
}

/** A number as bits, the lowest first. */
function bin(value: number, width: number): string {
  return Array.from(value.toString(2).padStart(width, '0')).toReversed().join('');
}
