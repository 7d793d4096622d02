import { isComplete, LIMITS, type TextClause } from './clause.ts';
import { findFieldByName, findField } from './fields.ts';
import type { ListCondition, ListTarget } from './list-query.ts';
import { findOperatorByName } from './operators.ts';
import { type ClauseNode, toCondition, type GroupNode, newGroup, newKey, type TreeNode, parseTree } from './tree.ts';

/**
 * A condition in an address: `genre:is:Horror,year:gt:1990,any(tag:is:a,tag:is:b)`. Commas separate parts, which all
 * must match; after `any;` one must. A clause is field, operator and, after another colon, values separated by stars. A
 * tilde escapes each of these characters inside a value.
 */
const SIGNS = /[~,:;*()]/g;
const MODES = { all: 'allOf', any: 'anyOf' } as const;
/** A longer text was not written by this application. */
const MAX_LENGTH = 20_000;

/** The address form of an API condition; undefined for none. */
export function writeAddress(target: ListTarget, condition: unknown): string | undefined {
  const { tree } = parseTree(target, condition);
  if (tree.parts.length === 0) return undefined;
  const parts = tree.parts.map(write).join(',');
  return tree.mode === 'anyOf' ? `any;${parts}` : parts;
}

function write(node: TreeNode): string {
  if (node.kind === 'group') return `${node.mode === 'anyOf' ? 'any' : 'all'}(${node.parts.map(write).join(',')})`;
  const start = `${node.field}:${node.operator}`;
  if (node.texts.length === 0) return start;
  return `${start}:${node.texts.map((text) => text.replace(SIGNS, '~$&')).join('*')}`;
}

/** The parsed condition, and the number of invalid parts that were dropped. */
export interface ReadAddress {
  readonly condition: ListCondition | undefined;
  readonly dropped: number;
}

/** Parses untrusted text. */
export function readAddress(target: ListTarget, text: string | undefined): ReadAddress {
  if (text === undefined || text === '') return { condition: undefined, dropped: 0 };
  if (text.length > MAX_LENGTH) return { condition: undefined, dropped: 1 };
  const reader = new AddressReader(target, text);
  const tree = reader.readAll();
  return { condition: toCondition(target, tree), dropped: reader.dropped };
}

class AddressReader {
  dropped = 0;
  readonly #target: ListTarget;
  readonly #text: string;
  #at = 0;
  #nodes = 0;

  constructor(target: ListTarget, text: string) {
    this.#target = target;
    this.#text = text;
  }

  readAll(): GroupNode {
    const isAny = this.#text.startsWith('any;');
    if (isAny) this.#at = 4;
    const parts: TreeNode[] = [];
    // ignores a surplus closing bracket
    while (this.#at < this.#text.length) {
      parts.push(...this.#readParts(1));
      if (this.#at < this.#text.length) this.dropped += 1;
      this.#at += this.#text[this.#at + 1] === ',' ? 2 : 1;
    }
    const [only] = parts;
    return !isAny && parts.length === 1 && only?.kind === 'group' ? only : newGroup(isAny ? 'anyOf' : 'allOf', parts);
  }

  /** Reads up to the closing bracket or the end: messengers often cut a final bracket off a link. */
  #readParts(depth: number): TreeNode[] {
    const parts: TreeNode[] = [];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      const part = this.#readPart(depth);
      if (part !== undefined) parts.push(part);
      if (this.#text[this.#at] === ',') this.#at += 1;
    }
    return parts;
  }

  #readPart(depth: number): TreeNode | undefined {
    this.#nodes += 1;
    const mode = (['all', 'any'] as const).find((word) => this.#text.startsWith(`${word}(`, this.#at));
    if (mode === undefined) return this.#readClause();
    this.#at += 4;
    // groups beyond the depth limit are skipped
    const parts = depth < LIMITS.depth ? this.#readParts(depth + 1) : this.#skipGroup();
    this.#at += 1;
    return parts.length === 0 ? undefined : newGroup(MODES[mode], parts);
  }

  #skipGroup(): readonly [] {
    this.dropped += 1;
    for (let open = 1; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text[this.#at];
      if (sign === '~') this.#at += 1;
      if (sign === '(') open += 1;
      if (sign === ')') open -= 1;
      if (open === 0) break;
    }
    return [];
  }

  #readClause(): ClauseNode | undefined {
    const [name = '', operator = '', ...texts] = this.#readPieces();
    const field = findFieldByName(this.#target, name);
    const words = field === undefined ? undefined : findField(this.#target, field);
    const known = words === undefined ? undefined : findOperatorByName(words.family, operator);
    if (field !== undefined && words !== undefined && known !== undefined && this.#nodes <= LIMITS.nodes) {
      const plain: TextClause = { field, operator: known, texts };
      if (isComplete(plain, words)) return { kind: 'clause', key: newKey(), ...plain };
    }
    this.dropped += 1;
    return undefined;
  }

  /** Field, operator and values of a clause. */
  #readPieces(): readonly string[] {
    const pieces: string[] = [];
    let piece = '';
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text.charAt(this.#at);
      if (sign === ',' || sign === ')') break;
      const splits = pieces.length < 2 ? sign === ':' : sign === '*';
      if (splits) {
        pieces.push(piece);
        piece = '';
      } else {
        if (sign === '~') this.#at += 1;
        piece += this.#text.charAt(this.#at);
      }
    }
    return [...pieces, piece];
  }
}
