import { asDictionary, isName, ObjectParser, type PdfDictionary, type PdfValue, SyntaxEnd } from './object-syntax.ts';
import { type PdfObjects } from './objects.ts';
import { type PdfBox } from './page-tree.ts';

/** The only picture of a page. */
export interface ShownPicture {
  readonly name: string;
  /** Transformation of the unit square, in points: `a b c d e f`. */
  readonly matrix: Matrix;
  /** Clipping boxes, all of which apply. */
  readonly clips: readonly PdfBox[];
}

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Limit of operands; a page with one picture needs six. */
const MOST_OPERANDS = 32;
const DEPTH_LIMIT = 28;

/** Operators without effect on a picture: colours, line styles, marks. */
const HARMLESS = new Set('w J j M d ri i g G rg RG k K cs CS sc SC scn SCN BMC EMC MP DP'.split(' '));

/** Entries of a graphics state without effect on a picture. */
const HARMLESS_STATE: Readonly<Record<string, (value: PdfValue) => boolean>> = {
  Type: () => true,
  SA: () => true,
  SM: () => true,
  OPM: () => true,
  RI: () => true,
  AIS: (value) => value === false,
  op: (value) => value === false,
  OP: (value) => value === false,
  ca: (value) => value === 1,
  CA: (value) => value === 1,
  BM: (value) => isName(value, 'Normal') || isName(value, 'Compatible'),
  SMask: (value) => isName(value, 'None'),
};

/**
 * Interprets a page that draws exactly one picture; undefined for any other.
 * @param content expanded
 * @see PDF 32000-1:2008 annex A
 */
export function findShownPicture(
  content: Buffer,
  resources: PdfDictionary,
  objects: PdfObjects,
): ShownPicture | undefined {
  const drawing = new Drawing(resources, objects);
  const parser = new ObjectParser(content);
  try {
    for (;;) {
      const operands: PdfValue[] = [];
      const operator = nextOperator(parser, operands);
      if (operator === undefined) return drawing.picture;
      if (!drawing.apply(operator, operands)) return undefined;
    }
  } catch (error) {
    if (error instanceof SyntaxEnd) return undefined;
    throw error;
  }
}

/** Reads operands up to an operator; undefined at the end. */
function nextOperator(parser: ObjectParser, operands: PdfValue[]): string | undefined {
  for (;;) {
    parser.skipSpace();
    if (parser.isAtEnd()) {
      if (operands.length > 0) throw new SyntaxEnd();
      return undefined;
    }
    const word = parser.takeOperator();
    if (word !== undefined) return word;
    operands.push(parser.readValue());
    if (operands.length > MOST_OPERANDS) throw new SyntaxEnd();
  }
}

interface State {
  readonly matrix: Matrix;
  readonly clips: readonly PdfBox[];
}

class Drawing {
  readonly #resources: PdfDictionary;
  readonly #objects: PdfObjects;
  readonly #saved: State[] = [];
  #state: State = { matrix: IDENTITY, clips: [] };
  /** Rectangles of the path; only one is supported. */
  #path: PdfBox[] = [];
  #isClipping = false;
  picture: ShownPicture | undefined;

  constructor(resources: PdfDictionary, objects: PdfObjects) {
    this.#resources = resources;
    this.#objects = objects;
  }

  /** Returns false for an unsupported operator. */
  apply(operator: string, operands: readonly PdfValue[]): boolean {
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state);
        return this.#saved.length <= DEPTH_LIMIT;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        return true;
      case 'cm':
        return this.#concatenate(operands);
      case 'Do':
        return this.#draw(operands[0]);
      case 'gs':
        return this.#isHarmlessState(operands[0]);
      case 're':
        return this.#addRectangle(operands);
      case 'W':
      case 'W*':
        this.#isClipping = true;
        return true;
      case 'n':
        return this.#endPath();
      case 'BDC':
        // Optional content may be hidden.
        return !isName(operands[0], 'OC');
      default:
        return HARMLESS.has(operator);
    }
  }

  #concatenate(operands: readonly PdfValue[]): boolean {
    const [a, b, c, d, e, f] = this.#state.matrix;
    const numbers = operands.filter((operand) => typeof operand === 'number');
    const [A, B, C, D, E, F] = numbers;
    if (numbers.length !== 6 || operands.length !== 6) return false;
    if (A === undefined || B === undefined || C === undefined || D === undefined) return false;
    if (E === undefined || F === undefined) return false;
    const matrix: Matrix = [
      A * a + B * c,
      A * b + B * d,
      C * a + D * c,
      C * b + D * d,
      E * a + F * c + e,
      E * b + F * d + f,
    ];
    this.#state = { ...this.#state, matrix };
    return true;
  }

  #draw(name: PdfValue | undefined): boolean {
    if (this.picture !== undefined || !isName(name)) return false;
    this.picture = { name: name.value, ...this.#state };
    return true;
  }

  #isHarmlessState(name: PdfValue | undefined): boolean {
    if (!isName(name)) return false;
    const states = asDictionary(this.#objects.resolve(this.#resources.entries.get('ExtGState')));
    const state = asDictionary(this.#objects.resolve(states?.entries.get(name.value)));
    if (state === undefined) return false;
    return [...state.entries].every(([key, value]) => {
      const resolved = this.#objects.resolve(value);
      return resolved !== undefined && HARMLESS_STATE[key]?.(resolved) === true;
    });
  }

  #addRectangle(operands: readonly PdfValue[]): boolean {
    const [x, y, width, height] = operands;
    if (typeof x !== 'number' || typeof y !== 'number') return false;
    if (typeof width !== 'number' || typeof height !== 'number') return false;
    const [a, b, c, d, e, f] = this.#state.matrix;
    // A rotated rectangle is no box.
    if (b !== 0 || c !== 0) return false;
    const [x1, x2] = [a * x + e, a * (x + width) + e];
    const [y1, y2] = [d * y + f, d * (y + height) + f];
    this.#path.push({
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      bottom: Math.min(y1, y2),
      top: Math.max(y1, y2),
    });
    return true;
  }

  #endPath(): boolean {
    const [clip, ...others] = this.#path;
    const isClipping = this.#isClipping;
    this.#path = [];
    this.#isClipping = false;
    if (!isClipping) return true;
    if (clip === undefined || others.length > 0) return false;
    this.#state = { ...this.#state, clips: [...this.#state.clips, clip] };
    return true;
  }
}
