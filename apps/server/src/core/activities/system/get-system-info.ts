import { availableParallelism, totalmem } from 'node:os';
import type { SystemInfo } from '@lectern/contract';
import { findDatabaseVersion, listMigrations } from '#db/repos/system/system.repo.ts';
import type { Database } from '#db/open.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import type { Counters } from '#metrics/counters.ts';
import type { Viewer } from '#core/viewer.ts';
import { getServerInfo, type ServerInfoContext } from './get-server-info.ts';
import { databaseSize, type InventoryCounter } from '../metrics/count-inventory.ts';
import { roundThousandths } from '../metrics/exposition.ts';

interface SystemInfoContext extends ServerInfoContext {
  readonly version: string;
  readonly db: Database;
  readonly counters: Counters;
  readonly inventory: InventoryCounter;
}

/** Memory in bytes, within the limit of a container. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Facts of the server and its machine, for administrators. */
export async function getSystemInfo(ctx: SystemInfoContext, viewer: Viewer): Promise<SystemInfo> {
  const { db, config, counters } = ctx;
  const [disk, version, sizeBytes, migrations, inventory] = await Promise.all([
    measureDiskSpace(config.dataDir),
    findDatabaseVersion(db),
    databaseSize(ctx),
    listMigrations(db),
    ctx.inventory.count(viewer),
  ]);
  return {
    ...getServerInfo(ctx),
    version: ctx.version,
    startedAt: new Date(counters.startedAt).toISOString(),
    uptimeSeconds: Math.max(0, roundThousandths((Date.now() - counters.startedAt) / 1_000)),
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    processors: availableParallelism(),
    memoryBytes: memoryBytes(),
    dataDir: config.dataDir,
    disk: disk ?? null,
    database: { kind: db.kind, version, sizeBytes, migration: migrations.at(-1) ?? null },
    inventory,
  };
}
