import { type Random } from './random.ts';

/** Limit of input size. */
export const MAX_INPUT = 64 * 1024;

/** Boundary values of counters and offsets. */
const BORDERS = [0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

type Mutation = (bytes: Buffer, random: Random, material: Material) => Buffer;

/** Source material of mutations. */
export interface Material {
  /** Words of the format. */
  readonly words: readonly Buffer[];
  readonly other: Buffer;
}

/** Changes an input in one to eight places. */
export function mutate(input: Buffer, random: Random, material: Material): Buffer {
  let bytes: Buffer = Buffer.from(input);
  for (let left = 1 + random.below(random.pick([1, 3, 8])); left > 0; left--) {
    bytes = random.pick(MUTATIONS)(bytes, random, material);
  }
  return bytes.subarray(0, MAX_INPUT);
}

const flipBit: Mutation = (bytes, random) => {
  if (bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
  return bytes;
};

const setByte: Mutation = (bytes, random) => {
  if (bytes.length > 0) bytes.writeUInt8(random.below(256), random.below(bytes.length));
  return bytes;
};

const setBorder: Mutation = (bytes, random) => {
  const width = random.pick([1, 2, 4]);
  if (bytes.length < width) return bytes;
  const at = random.below(bytes.length - width + 1);
  const value = (BORDERS[random.below(BORDERS.length)] ?? 0) % 2 ** (width * 8);
  if (random.below(2) === 0) bytes.writeUIntLE(value, at, width);
  else bytes.writeUIntBE(value, at, width);
  return bytes;
};

const addSmall: Mutation = (bytes, random) => {
  if (bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  bytes.writeUInt8((bytes.readUInt8(at) + 256 + random.below(33) - 16) & 0xff, at);
  return bytes;
};

const remove: Mutation = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  const end = at + random.below(random.pick([4, 32, bytes.length - at + 1]));
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
};

const cut: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1));

function insertAt(bytes: Buffer, at: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]).subarray(0, MAX_INPUT);
}

function pickPiece(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  return bytes.subarray(at, at + 1 + random.below(random.pick([4, 64, 512])));
}

const repeat: Mutation = (bytes, random) => {
  const piece = pickPiece(bytes, random);
  const times = 1 + random.below(random.pick([2, 8, 300]));
  const many = Buffer.concat(Array.from({ length: times }, () => piece)).subarray(0, MAX_INPUT);
  return insertAt(bytes, random.below(bytes.length + 1), many);
};

const splice: Mutation = (bytes, random, { other }) =>
  insertAt(bytes, random.below(bytes.length + 1), pickPiece(other, random));

const cross: Mutation = (bytes, random, { other }) =>
  Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length + 1))]);

const insertWord: Mutation = (bytes, random, { words }) => {
  const word = words[random.below(words.length)];
  return word === undefined ? bytes : insertAt(bytes, random.below(bytes.length + 1), word);
};

const overwriteWord: Mutation = (bytes, random, { words }) => {
  const word = words[random.below(words.length)];
  if (word === undefined || bytes.length < word.length) return bytes;
  word.copy(bytes, random.below(bytes.length - word.length + 1));
  return bytes;
};

const MUTATIONS = [
  flipBit,
  flipBit,
  setByte,
  setBorder,
  setBorder,
  addSmall,
  remove,
  cut,
  repeat,
  splice,
  cross,
  insertWord,
  insertWord,
  overwriteWord,
] as const;
