import type { ReadDb, Tx } from '../../open.ts';
import type { DeviceTable } from '../../schema/index.ts';
import { countRows, isFound, readChunked, readColumn, type Slice } from '../rows/read-rows.ts';

/** Devices kept for one user; those not seen for the longest time go. */
const MAX_DEVICES = 200;

interface DeviceUse extends Pick<DeviceTable, 'userId' | 'deviceId' | 'name' | 'apiKeyId' | 'userAgent'> {
  readonly requests: number;
  readonly at: number;
}

/** Adds requests to a device, which is made when it is new. */
export async function writeDeviceUse(tx: Tx, { requests, at, ...device }: DeviceUse): Promise<void> {
  await tx.write
    .insertInto('device')
    .values({ ...device, requestCount: requests, firstSeenAt: at, lastSeenAt: at })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'deviceId']).doUpdateSet((eb) => ({
        name: device.name,
        userAgent: device.userAgent,
        requestCount: eb('device.requestCount', '+', eb.ref('excluded.requestCount')),
        lastSeenAt: eb
          .case()
          .when('device.lastSeenAt', '<', eb.ref('excluded.lastSeenAt'))
          .then(eb.ref('excluded.lastSeenAt'))
          .else(eb.ref('device.lastSeenAt'))
          .end(),
      })),
    )
    .execute();
  const query = tx.read
    .selectFrom('device')
    .select('deviceId')
    .where('userId', '=', device.userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('deviceId')
    .limit(100)
    .offset(MAX_DEVICES);
  const gone = await readColumn(query, 'deviceId');
  if (gone.length === 0) return;
  await tx.write.deleteFrom('device').where('userId', '=', device.userId).where('deviceId', 'in', gone).execute();
}

/** One page of a user's devices, the last used first. */
export async function listUserDevices(db: ReadDb, userId: string, { limit, offset }: Slice): Promise<DeviceTable[]> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('deviceId')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Time of the last stored request of each user, epoch milliseconds. */
export async function listLastSeen(db: ReadDb, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await readChunked(userIds, (ids) =>
    db
      .selectFrom('device')
      .select(({ fn }) => ['userId', fn.max('lastSeenAt').as('lastSeenAt')])
      .where('userId', 'in', ids)
      .groupBy('userId'),
  );
  return new Map(rows.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]));
}

/** How many devices a user has. */
export async function countUserDevices(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('device').where('userId', '=', userId));
}

/** Whether a user has a device. @param deviceId undefined for any */
export async function hasDevice(db: ReadDb, userId: string, deviceId?: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('device')
      .select('deviceId')
      .where('userId', '=', userId)
      .$if(deviceId !== undefined, (query) => query.where('deviceId', '=', deviceId ?? ''))
      .limit(1),
  );
}

/** Removes a device. @returns false when there is none */
export async function deleteDevice(tx: Tx, userId: string, deviceId: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('device').where('userId', '=', userId).where('deviceId', '=', deviceId).returning('deviceId'),
  );
}
