import type { Device } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { countDevicesOf, deleteDevice as deleteRow, listDevicesOf } from '#db/repos/users/devices.repo.ts';
import type { Listed, PageWanted } from '../catalog/list-books.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { UseLog } from './use-log.ts';

interface DevicesContext {
  readonly db: Database;
  readonly uses: UseLog;
}

/** What the viewer reads with, the last used first. */
export async function listDevices(
  { db, uses }: DevicesContext,
  { userId }: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Device>> {
  await uses.settled();
  const [rows, total] = await Promise.all([
    listDevicesOf(db.read, userId, { limit: pageSize, offset: (page - 1) * pageSize }),
    countDevicesOf(db.read, userId),
  ]);
  const devices = rows.map(({ deviceId, userId: _, firstSeenAt, lastSeenAt, ...device }) => ({
    ...device,
    id: deviceId,
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }));
  return { rows: devices, total };
}

/**
 * Forgets a device of the viewer.
 * @throws {AppError} `NotFound`
 */
export async function deleteDevice({ db, uses }: DevicesContext, { userId }: Viewer, deviceId: string): Promise<void> {
  await uses.settled();
  const isDeleted = await db.transaction(async (tx) => deleteRow(tx, userId, deviceId));
  if (!isDeleted) throw new AppError('NotFound', `Device "${deviceId}" not found`);
}
