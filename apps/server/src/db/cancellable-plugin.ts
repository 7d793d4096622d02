import {
  AliasNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  WhereNode,
} from 'kysely';
import type { Schema } from './schema/index.ts';
import { WANTED_FUNCTION } from './sql/wanted-function.ts';

/** Tables with so many rows that looking at all of them takes a while. */
const LARGE: ReadonlySet<string> = new Set<keyof Schema>([
  ...(['book', 'series', 'bookMetadata', 'bookGenre', 'bookTag', 'seriesGenre', 'seriesTag', 'bookError'] as const),
  ...(['readProgress', 'readCompletion', 'readingSession', 'wantToRead', 'seriesRating'] as const),
  ...(['searchDoc', 'searchName', 'searchCredit', 'searchWord', 'metadataChange', 'externalId'] as const),
]);
/** Of so many rows the check is made at one. */
const ROWS = 512;

/** The name by which a query calls a large table. */
function largeTable(node: OperationNode): string | undefined {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return LARGE.has(name) ? name : undefined;
  }
  if (!AliasNode.is(node) || largeTable(node.node) === undefined) return undefined;
  return IdentifierNode.is(node.alias) ? node.alias.name : undefined;
}

/** True for every row; it throws at some rows once the query is cancelled. */
function whileWanted(table: string): OperationNode {
  return RawNode.createWithSql(
    `case when "${table}"."rowid" % ${String(ROWS)} = 0 then ${WANTED_FUNCTION}() else 1 end = 1`,
  );
}

/**
 * Has queries of SQLite look, at one row in many of the first large table that they go through, whether anybody still waits for
 * them; queries within queries pass here too, as they are built. PostgreSQL is told to end a query, and needs none of it.
 */
export class CancellablePlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    if (!SelectQueryNode.is(node)) return node;
    const tables = [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)];
    const [table] = tables.flatMap((other) => largeTable(other) ?? []);
    if (table === undefined) return node;
    const { where } = node;
    const test = whileWanted(table);
    return {
      ...node,
      where: where === undefined ? WhereNode.create(test) : WhereNode.cloneWithOperation(where, 'And', test),
    };
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
