import { type OperationNode, type RawBuilder, RawNode, sql, ValueNode } from 'kysely';

/** Placeholder for a value in a query that is compiled once and run with many values. */
export class Slot {
  readonly name: string;
  readonly at: number | undefined;

  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }
}

/**
 * Placeholder that `runPrecompiled` fills by name.
 * @param at index, where the values of that name are a list
 */
export function slot<Value>(name: string, at?: number): RawBuilder<Value> {
  return sql<Value>`${new Slot(name, at)}`;
}

function slotIn(node: OperationNode): Slot | undefined {
  if (!RawNode.is(node) || node.parameters.length !== 1 || node.sqlFragments.some((text) => text !== ''))
    return undefined;
  const [parameter] = node.parameters;
  return parameter !== undefined && ValueNode.is(parameter) && parameter.value instanceof Slot
    ? parameter.value
    : undefined;
}

/**
 * One placeholder for a whole list, when `items` are the placeholders of its items in order.
 * @returns a parameter for the query; undefined for other items
 */
export function wholeSlot(items: readonly OperationNode[]): unknown {
  const slots = items.map(slotIn);
  const [first] = slots;
  if (first === undefined || slots.some((item, index) => item?.name !== first.name || item.at !== index))
    return undefined;
  return new Slot(first.name);
}

/** Numbers of ids a statement is compiled for: shorter lists repeat their last id. */
const ID_COUNTS = [1, 2, 10, 50, 100, 500] as const;
/** Ids that one statement takes at most. */
export const MOST_IDS = 500;

/** Values and slots of a precompiled query over at most MOST_IDS ids; `count` belongs into the query's shape. */
export function idSlots(ids: readonly string[]) {
  const count = ID_COUNTS.find((candidate) => candidate >= ids.length) ?? MOST_IDS;
  const padded = [...ids, ...Array<string>(count - ids.length).fill(ids.at(-1) ?? '')];
  return { count, values: { ids: padded }, slots: () => padded.map((_, index) => slot<string>('ids', index)) };
}
