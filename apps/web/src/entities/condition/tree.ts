import { isComplete, LIMITS, type TextClause, parseClause, serialiseClause, type RawClause } from './clause.ts';
import { findFieldByName, findField } from './fields.ts';
import type { ListCondition, ListTarget } from './list-query.ts';
import { findOpposite } from './operators.ts';

/** One line of the builder; its value may still be missing. */
export interface ClauseNode extends TextClause {
  readonly kind: 'clause';
  readonly key: string;
}

/** Matches all or any of its parts. */
export interface GroupNode {
  readonly kind: 'group';
  readonly key: string;
  readonly mode: 'allOf' | 'anyOf';
  readonly parts: readonly TreeNode[];
}

/** A node of a condition under edit. The key is unique and never stored. */
export type TreeNode = ClauseNode | GroupNode;

let lastKey = 0;

export function newKey(): string {
  lastKey += 1;
  return `part-${lastKey}`;
}

export function newGroup(mode: GroupNode['mode'], parts: readonly TreeNode[]): GroupNode {
  return { kind: 'group', key: newKey(), mode, parts };
}

/** The tree, and the number of parts this client cannot parse. */
export interface ReadTree {
  readonly tree: GroupNode;
  readonly dropped: number;
}

/**
 * Wraps a single clause in a group.
 * @param condition untrusted, in the shape of the API; undefined for none
 */
export function parseTree(target: ListTarget, condition: unknown): ReadTree {
  const reading = { target, dropped: 0, nodes: 0 };
  const node = condition === undefined ? undefined : parseNode(condition, reading, 0);
  const tree = node?.kind === 'group' ? node : newGroup('allOf', node === undefined ? [] : [node]);
  return { tree, dropped: reading.dropped };
}

interface Reading {
  readonly target: ListTarget;
  dropped: number;
  nodes: number;
}

function parseNode(condition: unknown, reading: Reading, depth: number): TreeNode | undefined {
  reading.nodes += 1;
  const [name = '', value] = findEntry(condition);
  const isGroup = (name === 'allOf' || name === 'anyOf') && Array.isArray(value);
  if (!isGroup) return parseClauseNode(name, value, reading);
  if (depth >= LIMITS.depth) {
    reading.dropped += 1;
    return undefined;
  }
  const nodes = value.map((part: unknown) => parseNode(part, reading, depth + 1)).filter((node) => node !== undefined);
  return newGroup(name, nodes);
}

function findEntry(condition: unknown): readonly [name?: string, value?: unknown] {
  const entries: readonly [string, unknown][] = isMapping(condition) ? Object.entries(condition) : [];
  return entries[0] ?? [];
}

function isMapping(value: unknown): value is RawClause {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseClauseNode(name: string, clause: unknown, reading: Reading): ClauseNode | undefined {
  const field = findFieldByName(reading.target, name);
  const words = field === undefined ? undefined : findField(reading.target, field);
  const isKnown = field !== undefined && words !== undefined && isMapping(clause) && reading.nodes <= LIMITS.nodes;
  const plain = isKnown ? parseClause(field, clause, words) : undefined;
  if (plain === undefined) reading.dropped += 1;
  return plain === undefined ? undefined : { kind: 'clause', key: newKey(), ...plain };
}

/** A condition to send, with the paths the server uses in error messages. */
export interface SerialisedTree {
  readonly condition: ListCondition | undefined;
  /** From a path such as `condition.allOf[2]` to the key of the node. */
  readonly places: ReadonlyMap<string, string>;
}

/** Leaves incomplete lines and empty groups out. */
export function serialiseTree(target: ListTarget, tree: GroupNode): SerialisedTree {
  const places = new Map<string, string>();
  return { condition: serialiseNode(tree, target, { places, path: 'condition' }), places };
}

interface Place {
  readonly places: Map<string, string>;
  readonly path: string;
}

function serialiseNode(node: TreeNode, target: ListTarget, { places, path }: Place): ListCondition | undefined {
  if (node.kind === 'clause') {
    const words = findField(target, node.field);
    if (words === undefined || !isComplete(node, words)) return undefined;
    places.set(path, node.key);
    return { [node.field]: serialiseClause(node, words) };
  }
  const sent: ListCondition[] = [];
  for (const part of node.parts) {
    const one = serialiseNode(part, target, { places, path: `${path}.${node.mode}[${sent.length}]` });
    if (one !== undefined) sent.push(one);
  }
  if (sent.length === 0) return undefined;
  places.set(path, node.key);
  return node.mode === 'allOf' ? { allOf: sent } : { anyOf: sent };
}

/** Undefined for an empty tree. */
export function toCondition(target: ListTarget, tree: GroupNode): ListCondition | undefined {
  return serialiseTree(target, tree).condition;
}

/** Replaces a node by others, or by none. Does not apply to the root. */
export function changePart(group: GroupNode, key: string, change: (part: TreeNode) => readonly TreeNode[]): GroupNode {
  const parts = group.parts.flatMap((part) => {
    if (part.key === key) return change(part);
    return part.kind === 'group' ? [changePart(part, key, change)] : [part];
  });
  return { ...group, parts };
}

/** Replaces one group, which may be the root. */
export function changeGroup(root: GroupNode, key: string, change: (group: GroupNode) => GroupNode): GroupNode {
  if (root.key === key) return change(root);
  return changePart(root, key, (part) => (part.kind === 'group' ? [change(part)] : [part]));
}

/** Gives the copy new keys. */
export function copyNode(node: TreeNode): TreeNode {
  const key = newKey();
  return node.kind === 'clause' ? { ...node, key } : { ...node, key, parts: node.parts.map(copyNode) };
}

/**
 * The negated node; undefined where a line has no negation. An unknown value matches neither a range nor its negation.
 */
export function negateNode(node: TreeNode): TreeNode | undefined {
  if (node.kind === 'clause') {
    const operator = findOpposite(node.operator);
    return operator === undefined ? undefined : { ...node, operator };
  }
  const parts = node.parts.map(negateNode).filter((part) => part !== undefined);
  if (parts.length < node.parts.length) return undefined;
  return { ...node, mode: node.mode === 'allOf' ? 'anyOf' : 'allOf', parts };
}

/** Counts the node itself too. */
export function countParts(node: TreeNode): number {
  return node.kind === 'clause' ? 1 : node.parts.reduce((sum, part) => sum + countParts(part), 1);
}
