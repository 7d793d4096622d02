import { avif, bmp, gif, jpeg, jxl, type Picture, png, webp } from '../../fixtures/pictures.ts';
import { probeImage } from '../../packages/formats/src/image/probe.ts';
import { claim, type Target } from './target.ts';

/** Probes longer and longer heads, as readers do. */
function probe(bytes: Buffer): void {
  let length = Math.min(64, bytes.length);
  for (let look = 0; look < 5_000; look++) {
    const result = probeImage(bytes.subarray(0, length), bytes.length);
    if (result.status === 'measured') {
      claim(Number.isSafeInteger(result.width * result.height) && result.width > 0, 'a size is a size');
      claim(result.orientation >= 1 && result.orientation <= 8, 'an orientation is one of eight');
    }
    if (result.status !== 'more') return;
    claim(result.bytes > length && result.bytes <= bytes.length, 'each look asks for more than the last');
    length = result.bytes;
  }
  throw new Error('Broken promise: 5,000 looks at one picture');
}

function pictures(words: readonly string[], ...seeds: readonly (Picture | Buffer)[]): Target {
  return {
    seeds: () => seeds.map((seed) => ('mediaType' in seed ? seed.bytes : seed)),
    words,
    run: probe,
  };
}

const TIFF = Buffer.from(
  '49492a000800000003000001030001000000800200000101030001000000e0010000120103000100000006000000',
  'hex',
);
const EXIF = Buffer.concat([Buffer.from('ffe10042', 'hex'), Buffer.from('Exif\0\0'), TIFF, Buffer.alloc(12)]);
const BOXES = ['ftyp', 'avif', 'heic', 'mif1', 'meta', 'iprp', 'ipco', 'ipma', 'ispe', 'irot', 'clap', 'pitm'];

/** First bytes of pictures. */
export const pictureTargets: Readonly<Record<string, Target>> = {
  jpeg: pictures(
    ['\u{ff}\u{d8}', '\u{ff}\u{c0}', '\u{ff}\u{c2}', '\u{ff}\u{e1}', 'Exif\0\0', 'II*\0', 'MM\0*'],
    jpeg,
    Buffer.concat([jpeg.bytes.subarray(0, 2), EXIF, jpeg.bytes.subarray(2)]),
  ),
  png: pictures(['IHDR', 'CgBI', 'IDAT', 'eXIf', 'IEND', 'MM\0*'], png(3, 4)),
  gif: pictures(['GIF87a', 'GIF89a'], gif(3, 4)),
  webp: pictures(['VP8 ', 'VP8L', 'VP8X', 'EXIF', 'RIFF', 'WEBP', 'II*\0'], webp, extendedWebp()),
  avif: pictures(BOXES, avif),
  jxl: pictures(['JXL ', 'jxlc', 'jxlp', '\u{ff}\n'], jxl, Buffer.from('0000000c4a584c200d0a870a', 'hex')),
  tiff: pictures(['II*\0', 'MM\0*'], TIFF),
  bmp: pictures(['BM'], bmp(3, 4)),
};

function extendedWebp(): Buffer {
  const head = Buffer.from('524946460000000057454250565038580a00000008000000630000310000', 'hex');
  const exif = Buffer.concat([Buffer.from('45584946', 'hex'), Buffer.from([TIFF.length, 0, 0, 0]), TIFF]);
  head.writeUInt32LE(head.length - 8 + exif.length, 4);
  return Buffer.concat([head, exif]);
}
