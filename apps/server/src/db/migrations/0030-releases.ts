import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;

async function createSources(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('releaseSource')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('pluginId', 'text', (column) => column.notNull())
    .addColumn('sourceKey', types.key, (column) => column.notNull().unique())
    .addColumn('displayName', 'text', (column) => column.notNull())
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('cronSchedule', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('host', types.key)
    .addColumn('secret', 'text')
    .addColumn('etag', 'text')
    .addColumn('lastModified', 'text')
    .addColumn('lastPolledAt', 'bigint')
    .addColumn('lastError', 'text')
    .addColumn('lastErrorAt', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lastSummary', 'text')
    .addColumn('plannedFor', 'text')
    .addColumn('nextPollAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('releaseSourceBySort').on('releaseSource').columns(['sortKey', 'id']).execute();
}

async function createEntries(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('releaseEntry')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('sourceId', 'text', (column) => column.notNull().references('releaseSource.id').onDelete('cascade'))
    .addColumn('externalReleaseId', types.key, (column) => column.notNull())
    .addColumn('payloadUrl', 'text', (column) => column.notNull())
    .addColumn('mediaUrl', 'text')
    .addColumn('mediaUrlKind', 'text')
    .addColumn('infoHash', types.key)
    .addColumn('groupOrUploader', 'text')
    .addColumn('language', types.key)
    .addColumn('chapters', 'text')
    .addColumn('volumes', 'text')
    .addColumn('chapter', types.real)
    .addColumn('volume', 'integer')
    .addColumn('formatHints', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('confidence', types.real, (column) => column.notNull())
    .addColumn('matchedBy', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('isDecided', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('releasedAt', 'bigint')
    .addColumn('observedAt', 'bigint', (column) => column.notNull())
    .addColumn('seenAt', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  const indexes = [
    ['releaseEntryOnce', ['sourceId', 'externalReleaseId'], true],
    ['releaseEntryByHash', ['infoHash'], true],
    ['releaseEntryBySeries', ['seriesId', 'state'], false],
    ['releaseEntryByState', ['state', 'observedAt'], false],
  ] as const;
  for (const [name, columns, isUnique] of indexes) {
    const index = db.schema
      .createIndex(name)
      .on('releaseEntry')
      .columns([...columns]);
    await (isUnique ? index.unique() : index).execute();
  }
}

async function createTracking(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('releaseTracking')
    .addColumn('seriesId', 'text', (column) => column.primaryKey().references('series.id').onDelete('cascade'))
    .addColumn('tracked', 'integer', (column) => column.notNull())
    .addColumn('trackChapters', 'integer', (column) => column.notNull())
    .addColumn('trackVolumes', 'integer', (column) => column.notNull())
    .addColumn('fromVolume', types.real)
    .addColumn('fromChapter', types.real)
    .addColumn('latestKnownChapter', types.real)
    .addColumn('latestKnownVolume', 'integer')
    .addColumn('volumeChapterMap', 'text')
    .addColumn('confidenceThresholdOverride', types.real)
    .addColumn('languages', 'text')
    .addColumn('groups', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('releaseAlias')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('alias', 'text', (column) => column.notNull())
    .addColumn('normalized', types.key, (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('releaseAliasOnce')
    .on('releaseAlias')
    .columns(['seriesId', 'normalized'])
    .unique()
    .execute();
}

/** Books that come, go or change their number mark series with known or tracked releases. */
async function markBooks(db: Db, { kind, serial }: ColumnTypes): Promise<void> {
  // No unique key: transactions that mark the same series must not wait for each other.
  await db.schema
    .createTable('releaseMark')
    .addColumn('id', serial, (column) => column.primaryKey())
    .addColumn('seriesId', 'text', (column) => column.notNull())
    .execute();
  const when = `new."deletedAt" is null and (
    exists (select 1 from "releaseTracking" where "seriesId" = new."seriesId")
    or exists (select 1 from "releaseEntry" where "seriesId" = new."seriesId"))`;
  // PostgreSQL allows no subquery in a trigger condition, so it is in the statement.
  const run = `insert into "releaseMark" ("seriesId") select new."seriesId" where ${when}`;
  const shared = { table: 'book', when: 'new."deletedAt" is null', run };
  await addRowTrigger(db, kind, { ...shared, name: 'markArrivedBook', after: 'insert' });
  await addRowTrigger(db, kind, {
    ...shared,
    name: 'markNumberedBook',
    after: 'update of "seriesId", "volume", "chapter", "deletedAt"',
    when: `new."deletedAt" is null and (old."seriesId" <> new."seriesId" or old."deletedAt" is not null
      or coalesce(old."volume", -1) <> coalesce(new."volume", -1)
      or coalesce(old."chapter", -1) <> coalesce(new."chapter", -1))`,
  });
}

/** The release ledger: sources, releases, and tracked series. */
export async function addReleases(db: Db, types: ColumnTypes): Promise<void> {
  await createSources(db, types);
  await createEntries(db, types);
  await createTracking(db, types);
  await markBooks(db, types);
}
