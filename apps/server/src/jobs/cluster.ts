import type { Logger } from 'pino';
import type { Database, Tx } from '#db/open.ts';
import {
  deleteExpiredProcesses,
  deleteProcesses,
  listProcesses,
  lockJoining,
  writeProcess,
} from '#db/repos/server-processes.repo.ts';
import { isGone, newProcessName } from './process-name.ts';

/** This process among those that serve the same database. */
export interface ClusterMember extends AsyncDisposable {
  readonly name: string;
  /** True when no other lived at the time it joined. */
  readonly isFirst: boolean;
  /** Names of those that live, this one included. */
  readonly listLiving: () => Promise<ReadonlySet<string>>;
}

const ALIVE_MS = 60_000;
const BEAT_MS = 20_000;

/** Members of this very process: tests start several servers in one. */
const ownNames = new Set<string>();

function isLiving(name: string, me: string): boolean {
  return ownNames.has(name) || !isGone(name, me, (own) => ownNames.has(own));
}

/**
 * Makes this process known to the others, until it is disposed.
 * @param onFirst runs in the same transaction when no other lives: what is done once for all of them
 */
export async function joinCluster(
  { db, log }: { readonly db: Database; readonly log: Logger },
  onFirst: (tx: Tx) => Promise<void>,
): Promise<ClusterMember> {
  const name = newProcessName();
  const isFirst = await db.transaction(async (tx) => {
    await lockJoining(tx);
    const known = await listProcesses(tx);
    const living = known.filter((other) => isLiving(other, name));
    await deleteProcesses(
      tx,
      known.filter((other) => !living.includes(other)),
    );
    await deleteExpiredProcesses(tx);
    await writeProcess(tx, name, ALIVE_MS);
    if (living.length === 0) await onFirst(tx);
    return living.length === 0;
  });
  ownNames.add(name);
  const beat = setInterval(() => {
    db.transaction(async (tx) => writeProcess(tx, name, ALIVE_MS)).catch((error: unknown) => {
      log.error({ err: error }, 'sign of life failed');
    });
  }, BEAT_MS).unref();
  return {
    name,
    isFirst,
    listLiving: async () => new Set((await listProcesses(db)).filter((other) => isLiving(other, name))),
    [Symbol.asyncDispose]: async () => {
      clearInterval(beat);
      ownNames.delete(name);
      // A database that is gone ends no stop: the others find out that this one is gone by themselves.
      await db
        .transaction(async (tx) => deleteProcesses(tx, [name]))
        .catch((error: unknown) => log.warn({ err: error }, 'could not sign off from the other servers'));
    },
  };
}
