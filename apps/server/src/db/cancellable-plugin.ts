import {
  AliasNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  SelectQueryNode,
  sql,
  TableNode,
  type UnknownRow,
  WhereNode,
} from 'kysely';
import type { Schema } from './schema/index.ts';
import { cancelCheck } from './sql/cancel-check.ts';

/** Tables with so many rows that a scan of them takes a while. */
const LARGE: ReadonlySet<string> = new Set<keyof Schema>([
  'book',
  'series',
  'bookMetadata',
  'bookGenre',
  'bookTag',
  'seriesGenre',
  'seriesTag',
  'bookError',
  'readProgress',
  'readCompletion',
  'readingSession',
  'wantToRead',
  'seriesRating',
  'searchDoc',
  'searchName',
  'searchCredit',
  'creditName',
  'searchWord',
  'metadataChange',
  'externalId',
]);

function findLargeTable(node: OperationNode): string | undefined {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return LARGE.has(name) ? name : undefined;
  }
  if (!AliasNode.is(node) || findLargeTable(node.node) === undefined) return undefined;
  return IdentifierNode.is(node.alias) ? node.alias.name : undefined;
}

/** Adds the cancel check to SQLite queries, on the first large table of each query and subquery. */
export class CancellablePlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    if (!SelectQueryNode.is(node)) return node;
    const tables = [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)];
    const [table] = tables.flatMap((other) => findLargeTable(other) ?? []);
    if (table === undefined) return node;
    const { where } = node;
    const check = cancelCheck('sqlite', sql.ref(`${table}.rowid`)).toOperationNode();
    return {
      ...node,
      where: where === undefined ? WhereNode.create(check) : WhereNode.cloneWithOperation(where, 'And', check),
    };
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
