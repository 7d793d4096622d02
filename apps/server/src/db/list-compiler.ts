import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
  ReferenceNode,
  ValueListNode,
} from 'kysely';
import { wholeSlot } from './slot.ts';

/** How each operator is spelt before an array. */
const SPELT = new Map([
  ['in', '= any'],
  ['not in', '<> all'],
]);

/** Whether an array may hold them: what PostgreSQL takes them for follows from the column alone. */
function areAlike(values: readonly unknown[]): boolean {
  const kind = typeof values[0];
  return (kind === 'string' || kind === 'number') && values.every((value) => typeof value === kind);
}

/** The one parameter that stands for all items of a list; undefined where there is none. */
function arrayOf(list: OperationNode): unknown {
  if (PrimitiveValueListNode.is(list)) return areAlike(list.values) ? list.values : undefined;
  return ValueListNode.is(list) ? wholeSlot(list.values) : undefined;
}

/**
 * Sends the list of `column in (…)` as one array. Lists of any length then have one text, which PostgreSQL plans once and knows
 * by name; planning a list of fifty took as long as finding what is in it.
 */
class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const spelt = OperatorNode.is(node.operator) ? SPELT.get(node.operator.operator) : undefined;
    const array = spelt !== undefined && ReferenceNode.is(node.leftOperand) ? arrayOf(node.rightOperand) : undefined;
    if (spelt === undefined || array === undefined) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(` ${spelt}(`);
    this.appendValue(array);
    this.append(')');
  }
}

/** PostgreSQL, asked with arrays in place of lists. */
export class ListDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ListCompiler();
  }
}
