import { refuse } from './read-clause.ts';

/** A condition as apps send it. */
export type Node = Readonly<Record<string, unknown>>;

/** Most texts that an expression may stand for. */
const MOST = 200;
const MAX_LENGTH = 300;

/** Alternatives. */
type Texts = readonly string[];

const CLASSES: Readonly<Partial<Record<string, Texts>>> = {
  d: Array.from('0123456789'),
  w: Array.from('0123456789abcdefghijklmnopqrstuvwxyz_'),
  s: [' '],
};

const HELP =
  'may have letters, [sets], (groups), | and ?, with ^ at the beginning, $ at the end and .* at both; then ",TITLE" or ",TITLE_SORT"';

function wrong(what: string): never {
  return refuse('search_regex', `${what}; it ${HELP}`);
}

function bounded(texts: Texts): Texts {
  return texts.length > MOST ? wrong(`stands for more than ${MOST} texts`) : [...new Set(texts)];
}

/** Both ends included. */
function expandRange(from: string, to: string): Texts {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (last < first || last - first >= MOST) return wrong(`has the range ${from}-${to}`);
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

/** Parses an expression from left to right without backtracking. The number of its texts is bounded, and so is the time. */
class Expression {
  readonly #letters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#letters = Array.from(text);
  }

  /** Alternatives up to the end or a closing bracket. */
  choice(): readonly Branch[] {
    const branches = [this.#branch()];
    while (this.#takes('|')) branches.push(this.#branch());
    return branches;
  }

  isOver(): boolean {
    return this.#at >= this.#letters.length;
  }

  #next(): string {
    return this.#letters[this.#at] ?? '';
  }

  #takes(text: string): boolean {
    const end = this.#at + text.length;
    if (this.#letters.slice(this.#at, end).join('') !== text) return false;
    this.#at = end;
    return true;
  }

  #branch(): Branch {
    const isStart = this.#takes('^');
    const isOpenStart = this.#takes('.*') || !isStart;
    if (isStart && this.#takes('[^')) return this.#exclusion();
    let texts: Texts = [''];
    while (!this.isOver() && !'|)$'.includes(this.#next()) && !this.#isRest()) {
      const more = this.#piece();
      texts = bounded(texts.flatMap((text) => more.map((part) => text + part)));
    }
    const isOpenEnd = this.#takes('.*');
    const isEnd = this.#takes('$');
    if (!this.isOver() && !'|)'.includes(this.#next())) wrong(`cannot go on with "${this.#next()}" there`);
    return { texts, isDenied: false, isStart: !isOpenStart, isEnd: isEnd && !isOpenEnd };
  }

  /** Whether the branch ends with `.*` here. */
  #isRest(): boolean {
    const rest = this.#letters.slice(this.#at, this.#at + 3).join('');
    return rest === '.*' || rest === '.*$' || rest === '.*|' || rest === '.*)';
  }

  /** `^[^…]`: the first letters that a text must not have. */
  #exclusion(): Branch {
    const texts = this.#set();
    this.#takes('.*');
    this.#takes('$');
    if (!this.isOver() && !'|)'.includes(this.#next())) wrong('can have [^…] as the whole of it only');
    return { texts, isDenied: true, isStart: true, isEnd: false };
  }

  #piece(): Texts {
    const texts = this.#atom();
    if (this.#takes('?')) return bounded(['', ...texts]);
    if ('*+{'.includes(this.#next()) && !this.isOver()) return wrong(`repeats something with "${this.#next()}"`);
    return texts;
  }

  #atom(): Texts {
    if (this.#takes('[')) return this.#next() === '^' ? wrong('can have [^…] only behind ^') : this.#set();
    if (this.#takes('(')) return this.#group();
    const letter = this.#letter();
    if (letter.isPlain && '.^*+?{}'.includes(letter.text)) return wrong(`cannot have "${letter.text}" there`);
    return letter.texts;
  }

  #group(): Texts {
    if (this.#takes('?') && !this.#takes(':')) return wrong('can have no other groups than (…) and (?:…)');
    const branches = this.choice();
    if (!this.#takes(')')) return wrong('has a group without its end');
    if (branches.some(({ isDenied, isStart, isEnd }) => isDenied || isStart || isEnd)) {
      return wrong('can have ^ and $ outside of groups only');
    }
    return bounded(branches.flatMap(({ texts }) => texts));
  }

  /** A letter or an escape. */
  #letter(): { readonly text: string; readonly texts: Texts; readonly isPlain: boolean } {
    const isPlain = !this.#takes('\\');
    const text = this.#next();
    this.#at += 1;
    if (text === '') return wrong('ends too early');
    if (isPlain) return { text, texts: [text], isPlain };
    const known = CLASSES[text];
    if (known !== undefined) return { text, texts: known, isPlain };
    return /[\p{L}\p{N}]/u.test(text) ? wrong(`has \\${text}`) : { text, texts: [text], isPlain };
  }

  #set(): Texts {
    this.#takes('^');
    const texts: string[] = [];
    while (!this.#takes(']')) {
      if (this.isOver()) return wrong('has a set without its end');
      const { texts: first } = this.#letter();
      const isRange = this.#next() === '-' && this.#letters[this.#at + 1] !== ']';
      if (isRange) {
        this.#at += 1;
        texts.push(...expandRange(first[0] ?? '', this.#letter().text));
      } else texts.push(...first);
    }
    return texts.length === 0 ? wrong('has an empty set') : bounded(texts);
  }
}

interface Branch {
  readonly texts: Texts;
  /** Excludes what starts with one of the texts. */
  readonly isDenied: boolean;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

function toOperator({ isDenied, isStart, isEnd }: Branch): string {
  if (isDenied) return 'doesNotBeginWith';
  if (isStart) return isEnd ? 'is' : 'beginsWith';
  return isEnd ? 'endsWith' : 'contains';
}

function toNode(name: string, branch: Branch): Node {
  const operator = toOperator(branch);
  const clauses = branch.texts.map((value) => ({ [name]: { operator, value } }));
  // Every text contains the empty one.
  if (!branch.isDenied && operator !== 'is' && branch.texts.includes('')) return { allOf: [] };
  return branch.isDenied ? { allOf: clauses } : { anyOf: clauses };
}

/**
 * Translates a regular expression of titles, `expression,TITLE` or `expression,TITLE_SORT`, to conditions. It must stand for a
 * finite number of texts, as those of alphabetical lists do.
 * @throws {AppError} `BadRequest` that says what is allowed
 */
export function readExpression(text: string): Node {
  const comma = text.lastIndexOf(',');
  const field = text
    .slice(comma + 1)
    .trim()
    .toUpperCase();
  if (comma === -1 || (field !== 'TITLE' && field !== 'TITLE_SORT')) return wrong('must say which title it is about');
  const expression = text.slice(0, comma);
  if (expression.length > MAX_LENGTH) return wrong(`must have at most ${MAX_LENGTH} characters`);
  const reader = new Expression(expression);
  const branches = reader.choice();
  if (!reader.isOver()) return wrong('has a bracket without its beginning');
  const name = field === 'TITLE' ? 'title' : 'titleSort';
  return { anyOf: branches.map((branch) => toNode(name, branch)) };
}
