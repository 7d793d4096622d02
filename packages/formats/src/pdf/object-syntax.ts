/** A value of a PDF file. */
export type PdfValue =
  | null
  | boolean
  | number
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'reference'; readonly number: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary;

/** Keys without their slash. */
export interface PdfDictionary {
  readonly kind: 'dictionary';
  readonly entries: ReadonlyMap<string, PdfValue>;
}

/** An object's value and, for a stream, the offset of its bytes in the buffer. */
export interface ParsedObject {
  readonly number: number;
  readonly value: PdfValue;
  readonly streamAt: number | undefined;
}

/** Used inside the parser: invalid syntax, or the buffer ends inside a value. */
export class SyntaxEnd extends Error {}

const DEPTH_LIMIT = 32;
const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));

/** Reads values in sequence; `at` is the offset of the next. */
export class ObjectParser {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /**
   * Reads `12 0 obj <<…>> stream`.
   * @throws {SyntaxEnd} for anything else
   * @see PDF 32000-1:2008 section 7.3.10
   */
  readObject(): ParsedObject {
    const number = this.readValue();
    const generation = this.readValue();
    if (typeof number !== 'number' || typeof generation !== 'number' || this.readWord() !== 'obj')
      throw new SyntaxEnd();
    const value = this.readValue();
    const before = this.at;
    if (this.readWord() !== 'stream') {
      this.at = before;
      return { number, value, streamAt: undefined };
    }
    // CR LF or LF follows; some files have a lone CR.
    if (this.#bytes[this.at] === 13) this.at += 1;
    if (this.#bytes[this.at] === 10) this.at += 1;
    return { number, value, streamAt: this.at };
  }

  /**
   * Reads a value; `1 0 R` is a reference.
   * @throws {SyntaxEnd} without one
   */
  readValue(depth = 0): PdfValue {
    if (depth > DEPTH_LIMIT) throw new SyntaxEnd();
    this.skipSpace();
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new SyntaxEnd();
    if (byte === 0x2f) return { kind: 'name', value: this.#readName() };
    if (byte === 0x28) return { kind: 'string', bytes: this.#readLiteral() };
    if (byte === 0x5b) return this.#readArray(depth);
    if (byte === 0x3c) {
      return this.#bytes[this.at + 1] === 0x3c
        ? this.#readDictionary(depth)
        : { kind: 'string', bytes: this.#readHex() };
    }
    return this.#readPlain();
  }

  /** Reads regular characters, such as `obj`; empty at a delimiter. */
  readWord(): string {
    this.skipSpace();
    const start = this.at;
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at] ?? 0)) this.at += 1;
    return this.#bytes.toString('latin1', start, this.at);
  }

  isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Reads an operator of a content stream; undefined, and nothing read, before an operand. */
  takeOperator(): string | undefined {
    const before = this.at;
    const word = this.readWord();
    if (/^[A-Za-z'"][A-Za-z0-9*'"]*$/.test(word) && !/^(?:true|false|null)$/.test(word)) return word;
    this.at = before;
    return undefined;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) return;
      if (byte === 0x25) {
        while (this.at < this.#bytes.length && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13) this.at += 1;
      } else if (WHITE.has(byte)) this.at += 1;
      else return;
    }
  }

  #readPlain(): PdfValue {
    const word = this.readWord();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) throw new SyntaxEnd();
    const number = Number(word);
    if (!/^\d+$/.test(word)) return number;
    const rest = this.#bytes.toString('latin1', this.at, this.at + 16);
    const reference = /^[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(rest)?.[0];
    if (reference === undefined) return number;
    this.at += reference.length;
    return { kind: 'reference', number };
  }

  #readName(): string {
    const start = this.at + 1;
    this.at = start;
    while (this.at < this.#bytes.length && isRegular(this.#bytes[this.at] ?? 0)) this.at += 1;
    const raw = this.#bytes.toString('latin1', start, this.at);
    return raw.replace(/#([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  /** Escapes are kept: no text that is read here needs them. */
  #readLiteral(): Buffer {
    const start = this.at + 1;
    let depth = 0;
    for (; this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at];
      if (byte === 0x5c) this.at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) {
        depth -= 1;
        if (depth === 0) {
          this.at += 1;
          return this.#bytes.subarray(start, this.at - 1);
        }
      }
    }
    throw new SyntaxEnd();
  }

  #readHex(): Buffer {
    const end = this.#bytes.indexOf(0x3e, this.at);
    if (end === -1) throw new SyntaxEnd();
    const digits = this.#bytes.toString('latin1', this.at + 1, end).replace(/\s/g, '');
    this.at = end + 1;
    return Buffer.from(digits, 'hex');
  }

  #readArray(depth: number): PdfValue {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.at] === 0x5d) {
        this.at += 1;
        return { kind: 'array', items };
      }
      items.push(this.readValue(depth + 1));
    }
  }

  #readDictionary(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.at] === 0x3e && this.#bytes[this.at + 1] === 0x3e) {
        this.at += 2;
        return { kind: 'dictionary', entries };
      }
      const key = this.readValue(depth + 1);
      if (!isName(key)) throw new SyntaxEnd();
      entries.set(key.value, this.readValue(depth + 1));
    }
  }
}

function isRegular(byte: number): boolean {
  return !WHITE.has(byte) && !DELIMITERS.has(byte);
}

/** Whether the value is a name, or this name. */
export function isName(
  value: PdfValue | undefined,
  name?: string,
): value is { readonly kind: 'name'; readonly value: string } {
  return typeof value === 'object' && value?.kind === 'name' && (name === undefined || value.value === name);
}

/** Narrows a value; undefined for another type. */
export function asDictionary(value: PdfValue | undefined): PdfDictionary | undefined {
  return typeof value === 'object' && value?.kind === 'dictionary' ? value : undefined;
}

/** Narrows a value to its items; undefined when it is no array. */
export function asItems(value: PdfValue | undefined): readonly PdfValue[] | undefined {
  return typeof value === 'object' && value?.kind === 'array' ? value.items : undefined;
}
