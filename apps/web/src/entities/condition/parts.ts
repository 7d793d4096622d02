import type { TextClause } from './clause.ts';
import type { FilterField, ListCondition, ListTarget } from './list-query.ts';
import { type ClauseNode, toCondition, type GroupNode, newGroup, newKey, type TreeNode, parseTree } from './tree.ts';

/** The parts of the top-level `allOf`, one chip each. */
export function listParts(target: ListTarget, condition: ListCondition | undefined): readonly TreeNode[] {
  return parseRoot(target, condition).parts;
}

function parseRoot(target: ListTarget, condition: ListCondition | undefined): GroupNode {
  const { tree } = parseTree(target, condition);
  return tree.mode === 'allOf' || tree.parts.length < 2 ? { ...tree, mode: 'allOf' } : newGroup('allOf', [tree]);
}

/** Removes the chip at an index. */
export function withoutPart(
  target: ListTarget,
  condition: ListCondition | undefined,
  index: number,
): ListCondition | undefined {
  const root = parseRoot(target, condition);
  return toCondition(target, { ...root, parts: root.parts.filter((_, at) => at !== index) });
}

/** Adds a clause unless the condition already has it. */
export function withClause(
  target: ListTarget,
  condition: ListCondition | undefined,
  clause: TextClause,
): ListCondition | undefined {
  const root = parseRoot(target, condition);
  const isThere = root.parts.some((part) => part.kind === 'clause' && saysSame(part, clause));
  if (isThere) return toCondition(target, root);
  return toCondition(target, { ...root, parts: [...root.parts, { kind: 'clause', key: newKey(), ...clause }] });
}

/** Removes top-level clauses equal to this one. */
export function withoutClause(
  target: ListTarget,
  condition: ListCondition | undefined,
  clause: TextClause,
): ListCondition | undefined {
  const root = parseRoot(target, condition);
  const parts = root.parts.filter((part) => part.kind === 'group' || !saysSame(part, clause));
  return toCondition(target, { ...root, parts });
}

/** Replaces all top-level clauses of a field by one, or by none. */
export function withOnlyClause(
  target: ListTarget,
  condition: ListCondition | undefined,
  field: FilterField,
  clause: TextClause | undefined,
): ListCondition | undefined {
  const root = parseRoot(target, condition);
  const parts = root.parts.filter((part) => part.kind === 'group' || part.field !== field);
  const rest = toCondition(target, { ...root, parts });
  return clause === undefined ? rest : withClause(target, rest, clause);
}

export function listClauses(
  target: ListTarget,
  condition: ListCondition | undefined,
  field: FilterField,
): readonly ClauseNode[] {
  return parseRoot(target, condition).parts.filter(
    (part): part is ClauseNode => part.kind === 'clause' && part.field === field,
  );
}

function saysSame(one: TextClause, other: TextClause): boolean {
  return (
    one.field === other.field && one.operator === other.operator && one.texts.join('\n') === other.texts.join('\n')
  );
}

/** Fields with a different name on the other kind of list. */
const CALLED: Readonly<Record<ListTarget, Readonly<Partial<Record<FilterField, FilterField>>>>> = {
  books: { name: 'title' },
  series: { title: 'name' },
};

/** Translates a condition between series and books; drops clauses without a counterpart. */
export function conditionFor(
  target: ListTarget,
  from: ListTarget,
  condition: ListCondition | undefined,
): ListCondition | undefined {
  if (target === from) return condition;
  const rename = (node: TreeNode): TreeNode =>
    node.kind === 'group'
      ? { ...node, parts: node.parts.map(rename) }
      : { ...node, field: CALLED[target][node.field] ?? node.field };
  const { tree } = parseTree(from, condition);
  return toCondition(target, { ...tree, parts: tree.parts.map(rename) });
}
