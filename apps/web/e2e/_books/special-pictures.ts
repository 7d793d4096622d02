/** 40 by 60 pixels, left half red, right half blue, lossless JPEG XL by libjxl. */
export const twoColourJxl = Buffer.from(
  '/wrYAU6AlQgIEACYAEsoNCaucUDCdGnwEaj+P8YY/wIiAMBB/kNAgNIw/JtRYxC4GIsA',
  'base64',
);

const SIDE = 2;
const DELAY_CS = 20;
const CLEAR = 4;
const END = 5;

/** Pixels of one colour in 3-bit codes; a clear code after every two keeps that width (GIF89a, appendix F). */
function packPixels(colour: 0 | 1): Buffer {
  const codes = [...Array.from({ length: SIDE }, () => [CLEAR, colour, colour]).flat(), END];
  const bits = codes.reduce((sum, code, index) => sum + (BigInt(code) << BigInt(index * 3)), 0n);
  const bytes = Math.ceil((codes.length * 3) / 8);
  return Buffer.from(Array.from({ length: bytes }, (_, index) => Number((bits >> BigInt(index * 8)) & 0xffn)));
}

function frame(colour: 0 | 1): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, 0, DELAY_CS, 0, 0, 0]);
  const head = Buffer.from([0x2c, 0, 0, 0, 0, SIDE, 0, SIDE, 0, 0, 2]);
  const pixels = packPixels(colour);
  return Buffer.concat([control, head, Buffer.from([pixels.length]), pixels, Buffer.from([0])]);
}

/** Two by two pixels that alternate between red and blue forever. */
export function animatedGif(): Buffer {
  const screen = Buffer.from([SIDE, 0, SIDE, 0, 0x80, 0, 0, 200, 40, 40, 40, 60, 200]);
  const loop = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('NETSCAPE2.0'), Buffer.from([3, 1, 0, 0, 0])]);
  return Buffer.concat([Buffer.from('GIF89a'), screen, loop, frame(0), frame(1), Buffer.from(';')]);
}
