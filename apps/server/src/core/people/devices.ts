import { createHash } from 'node:crypto';
import type { Device } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countUserDevices, deleteDevice as deleteRow, listUserDevices } from '#db/repos/people/devices.repo.ts';
import { describeDevice } from './describe-device.ts';

/** The device of a request. */
export interface DeviceIdentity {
  readonly deviceId: string;
  readonly name: string;
  readonly apiKeyId: string | null;
}

/** The device of a request: its API key, else a hash of the user agent. Devices that share a key count as one. */
export function identifyDevice({ apiKey }: Pick<Viewer, 'apiKey'>, userAgent: string | null): DeviceIdentity {
  if (apiKey !== undefined) return { deviceId: `apikey:${apiKey.id}`, name: apiKey.name, apiKeyId: apiKey.id };
  const agent = userAgent?.trim() ?? '';
  if (agent === '') return { deviceId: 'unknown', name: 'Unknown device', apiKeyId: null };
  const hash = createHash('sha256').update(agent).digest('hex').slice(0, 32);
  return { deviceId: `ua:${hash}`, name: describeDevice(agent), apiKeyId: null };
}

interface DevicesContext {
  readonly db: Database;
  /** Resolves when all due writes of the use log are done. */
  readonly uses: { readonly settled: () => Promise<void> };
}

/** The devices of the viewer, the last used first. */
export async function listDevices(
  { db, uses }: DevicesContext,
  { userId }: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Device>> {
  await uses.settled();
  const [rows, total] = await Promise.all([
    listUserDevices(db.read, userId, toSlice({ page, pageSize })),
    countUserDevices(db.read, userId),
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
 * Deletes a device of the viewer.
 * @throws {AppError} `NotFound`
 */
export async function deleteDevice({ db, uses }: DevicesContext, { userId }: Viewer, deviceId: string): Promise<void> {
  await uses.settled();
  const isDeleted = await db.transaction(async (tx) => deleteRow(tx, userId, deviceId));
  if (!isDeleted) throw new AppError('NotFound', `Device "${deviceId}" not found`);
}
