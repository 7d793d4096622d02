import { FormatError } from '../format-error.ts';

/** Parameters of an LZMA stream. */
export interface LzmaProperties {
  /** High bits of the previous byte in a literal's model. */
  readonly literalContextBits: number;
  /** Low bits of the position in a literal's model. */
  readonly literalPositionBits: number;
  /** Low bits of the position in other models. */
  readonly positionBits: number;
}

/** Decodes properties from one byte; undefined when invalid. */
export function readLzmaProperties(byte: number): LzmaProperties | undefined {
  if (byte >= 9 * 5 * 5) return undefined;
  const rest = Math.floor(byte / 9);
  return { literalContextBits: byte % 9, literalPositionBits: rest % 5, positionBits: Math.floor(rest / 5) };
}

/** More bytes than one symbol takes: with these available, a symbol is never cut. */
export const SYMBOL_BYTES = 32;

const FIRST_WINDOW = 1024 * 1024;

/** The dictionary that matches copy from. It grows as it fills, so that a false size costs nothing. */
export class LzmaWindow {
  bytes: Buffer;
  /** Place of the next byte. */
  at = 0;
  /** Bytes since the last reset. */
  total = 0;
  readonly #most: number;

  /** @param most bytes that matches may reach back */
  constructor(most: number) {
    this.#most = Math.max(1, most);
    this.bytes = Buffer.alloc(Math.min(this.#most, FIRST_WINDOW));
  }

  reset(): void {
    this.total = 0;
  }

  /** Bytes that fit before `makeRoom`. */
  get room(): number {
    return this.bytes.length - this.at;
  }

  /** Call without room, after the output was consumed. */
  makeRoom(): void {
    if (this.bytes.length === this.#most) {
      this.at = 0;
      return;
    }
    const larger = Buffer.alloc(Math.min(this.#most, this.bytes.length * 4));
    this.bytes.copy(larger);
    this.bytes = larger;
  }

  /** Appends bytes that fit. */
  append(bytes: Buffer): void {
    bytes.copy(this.bytes, this.at);
    this.at += bytes.length;
    this.total += bytes.length;
  }
}

const PROBABILITY_BITS = 11;
const HALF = 1 << (PROBABILITY_BITS - 1);
const MOVE_BITS = 5;
const TOP = 0x100_0000;

const STATES = 12;
const POSITIONS = 16;
const LENGTH_MODELS = 2 + 2 * POSITIONS * 8 + 256;

// Offsets of the models in one array.
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * POSITIONS;
const IS_REP_0 = IS_REP + STATES;
const IS_REP_1 = IS_REP_0 + STATES;
const IS_REP_2 = IS_REP_1 + STATES;
const IS_REP_0_LONG = IS_REP_2 + STATES;
const SLOT = IS_REP_0_LONG + STATES * POSITIONS;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 128;
const MATCH_LENGTH = ALIGN + 16;
const REP_LENGTH = MATCH_LENGTH + LENGTH_MODELS;
const LITERAL = REP_LENGTH + LENGTH_MODELS;

const MIN_MATCH = 2;

function damaged(): FormatError {
  return new FormatError('entry.corrupt', 'The LZMA data is damaged');
}

/** Unpacks LZMA symbols into a window. Input past the end reads as zero. */
export class LzmaDecoder {
  readonly #window: LzmaWindow;
  #models = new Uint16Array(0);
  #properties: LzmaProperties = { literalContextBits: 0, literalPositionBits: 0, positionBits: 0 };
  #input: Buffer = Buffer.alloc(0);
  #at = 0;
  // Unsigned 32-bit numbers held as signed ones, which V8 keeps as small integers.
  #range = 0;
  #code = 0;
  #state = 0;
  #rep0 = 0;
  #rep1 = 0;
  #rep2 = 0;
  #rep3 = 0;
  /** Bytes of the last match still to copy. */
  #left = 0;
  #hasEnded = false;

  constructor(window: LzmaWindow) {
    this.#window = window;
  }

  /** Resets all models, with new properties if given. */
  reset(properties: LzmaProperties = this.#properties): void {
    const { literalContextBits, literalPositionBits } = properties;
    this.#properties = properties;
    const count = LITERAL + (0x300 << (literalContextBits + literalPositionBits));
    if (this.#models.length !== count) this.#models = new Uint16Array(count);
    this.#models.fill(HALF);
    [this.#state, this.#rep0, this.#rep1, this.#rep2, this.#rep3] = [0, 0, 0, 0, 0];
    this.#left = 0;
    this.#hasEnded = false;
  }

  /** Place of the next input byte. */
  get inputAt(): number {
    return this.#at;
  }

  /** Whether the end marker was read. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Continues with other input. */
  setInput(input: Buffer, at: number): void {
    this.#input = input;
    this.#at = at;
  }

  /**
   * Reads the five bytes before the symbols.
   * @throws {FormatError} `entry.corrupt`
   */
  begin(): void {
    const input = this.#input;
    if (input.length - this.#at < 5 || input[this.#at] !== 0) throw damaged();
    this.#range = -1;
    this.#code = input.readInt32BE(this.#at + 1);
    this.#at += 5;
    this.#left = 0;
  }

  /**
   * Unpacks symbols until the window reaches a place, the input is nearly used up, or the stream ends.
   * @param limit place in the window to stop at
   * @param stopAt place in the input after which no symbol starts
   * @throws {FormatError} `entry.corrupt`
   */
  run(limit: number, stopAt: number): void {
    const window = this.#window;
    if (this.#left > 0) this.#copy(limit);
    const positionMask = (1 << this.#properties.positionBits) - 1;
    while (window.at < limit && this.#at < stopAt && !this.#hasEnded) {
      const position = window.total & positionMask;
      if (this.#bit(IS_MATCH + this.#state * POSITIONS + position) === 0) this.#literal();
      else {
        this.#match(position);
        this.#copy(limit);
      }
    }
  }

  /** Decodes one bit and adapts its model. */
  #bit(model: number): number {
    const models = this.#models;
    const probability = models[model] ?? 0;
    const bound = Math.imul(this.#range >>> PROBABILITY_BITS, probability);
    let bit = 0;
    if (this.#code >>> 0 < bound >>> 0) {
      this.#range = bound;
      models[model] = probability + (((1 << PROBABILITY_BITS) - probability) >>> MOVE_BITS);
    } else {
      this.#range = (this.#range - bound) | 0;
      this.#code = (this.#code - bound) | 0;
      models[model] = probability - (probability >>> MOVE_BITS);
      bit = 1;
    }
    if (this.#range >>> 0 < TOP) {
      this.#range <<= 8;
      this.#code = (this.#code << 8) | (this.#input[this.#at++] ?? 0);
    }
    return bit;
  }

  /** A number of several bits, highest first. */
  #tree(models: number, bits: number): number {
    let node = 1;
    for (let bit = 0; bit < bits; bit += 1) node = (node << 1) | this.#bit(models + node);
    return node - (1 << bits);
  }

  /** A number of several bits, lowest first. */
  #reverseTree(models: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let place = 0; place < bits; place += 1) {
      const bit = this.#bit(models + node);
      node = (node << 1) | bit;
      value |= bit << place;
    }
    return value;
  }

  /** Bits without a model. */
  #direct(bits: number): number {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      this.#range >>>= 1;
      const isOne = this.#code >>> 0 >= this.#range >>> 0;
      if (isOne) this.#code = (this.#code - this.#range) | 0;
      value = (value << 1) | (isOne ? 1 : 0);
      if (this.#range >>> 0 < TOP) {
        this.#range <<= 8;
        this.#code = (this.#code << 8) | (this.#input[this.#at++] ?? 0);
      }
    }
    return value;
  }

  #literal(): void {
    const window = this.#window;
    const { bytes, at } = window;
    const { literalContextBits, literalPositionBits } = this.#properties;
    const before = window.total === 0 ? 0 : (bytes[at === 0 ? bytes.length - 1 : at - 1] ?? 0);
    const low = window.total & ((1 << literalPositionBits) - 1);
    const models = LITERAL + 0x300 * ((low << literalContextBits) + (before >> (8 - literalContextBits)));
    let node = 1;
    if (this.#state >= 7) node = this.#matchedLiteral(models);
    while (node < 0x100) node = (node << 1) | this.#bit(models + node);
    bytes[at] = node;
    window.at = at + 1;
    window.total += 1;
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  /** After a match, the byte at the match distance predicts the literal, until a bit differs. */
  #matchedLiteral(models: number): number {
    const { bytes, at } = this.#window;
    const back = at - this.#rep0 - 1;
    let match = bytes[back < 0 ? back + bytes.length : back] ?? 0;
    let node = 1;
    do {
      const matchBit = (match >> 7) & 1;
      match <<= 1;
      const bit = this.#bit(models + ((1 + matchBit) << 8) + node);
      node = (node << 1) | bit;
      if (bit !== matchBit) break;
    } while (node < 0x100);
    return node;
  }

  /** Reads distance and length of a match into `#rep0` and `#left`. */
  #match(position: number): void {
    const state = this.#state;
    if (this.#bit(IS_REP + state) === 0) {
      this.#rep3 = this.#rep2;
      this.#rep2 = this.#rep1;
      this.#rep1 = this.#rep0;
      this.#left = this.#length(MATCH_LENGTH, position);
      this.#rep0 = this.#distance();
      this.#state = state < 7 ? 7 : 10;
      if (this.#rep0 === -1) {
        this.#hasEnded = true;
        this.#left = 0;
      }
    } else if (this.#isShortRep(position)) {
      this.#left = 1;
      this.#state = state < 7 ? 9 : 11;
    } else {
      this.#left = this.#length(REP_LENGTH, position);
      this.#state = state < 7 ? 8 : 11;
    }
    if (this.#hasEnded) return;
    const distance = this.#rep0 >>> 0;
    if (distance >= this.#window.total || distance >= this.#window.bytes.length) throw damaged();
  }

  /** Selects one of the last four distances; true for a match of one byte. */
  #isShortRep(position: number): boolean {
    const state = this.#state;
    if (this.#bit(IS_REP_0 + state) === 0) return this.#bit(IS_REP_0_LONG + state * POSITIONS + position) === 0;
    let distance = this.#rep1;
    if (this.#bit(IS_REP_1 + state) === 1) {
      distance = this.#rep2;
      if (this.#bit(IS_REP_2 + state) === 1) {
        distance = this.#rep3;
        this.#rep3 = this.#rep2;
      }
      this.#rep2 = this.#rep1;
    }
    this.#rep1 = this.#rep0;
    this.#rep0 = distance;
    return false;
  }

  #length(models: number, position: number): number {
    const low = models + 2;
    const middle = low + POSITIONS * 8;
    if (this.#bit(models) === 0) return MIN_MATCH + this.#tree(low + position * 8, 3);
    if (this.#bit(models + 1) === 0) return MIN_MATCH + 8 + this.#tree(middle + position * 8, 3);
    return MIN_MATCH + 16 + this.#tree(middle + POSITIONS * 8, 8);
  }

  #distance(): number {
    const slot = this.#tree(SLOT + Math.min(this.#left - MIN_MATCH, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + this.#reverseTree(SPECIAL + base - slot, bits);
    return (base + (this.#direct(bits - 4) << 4) + this.#reverseTree(ALIGN, 4)) | 0;
  }

  /** Copies the rest of the match, up to the limit. */
  #copy(limit: number): void {
    const window = this.#window;
    const { bytes } = window;
    let { at } = window;
    const count = Math.min(this.#left, limit - at);
    let from = at - (this.#rep0 >>> 0) - 1;
    if (from < 0) from += bytes.length;
    for (let copied = 0; copied < count; copied += 1) {
      bytes[at++] = bytes[from++] ?? 0;
      if (from === bytes.length) from = 0;
    }
    window.at = at;
    window.total += count;
    this.#left -= count;
  }
}
