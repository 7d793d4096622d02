import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database, Tx } from '#db/open.ts';
import { appendLoss } from '#db/repos/system/event-log.repo.ts';
import {
  deleteExpiredProcesses,
  deleteProcesses,
  listProcesses,
  lockJoining,
  writeProcess,
} from '#db/repos/system/server-state.repo.ts';

/** Name of this process, or of a worker in it: host, number and a part of its own that no other start has. */
export function newProcessName(): string {
  return `${hostname()}:${String(process.pid)}:${randomBytes(4).toString('hex')}`;
}

/** Whether a process of this machine still lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Signalling another user's process is refused, which shows that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether the owner of a name was a process of this machine that is gone. Of other machines nothing is known.
 * @param me a name of this process
 * @param isMine whether this process has the name
 */
export function isGone(name: string, me: string, isMine: (name: string) => boolean): boolean {
  const [host, pid] = name.split(':');
  const [myHost, myPid] = me.split(':');
  if (host !== myHost) return false;
  // My own number, but no name of mine: that process is gone, and I was given its number.
  return pid === myPid ? !isMine(name) : !isAlive(Number(pid));
}

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

/** Forgets processes that ended without signing off. Their last commits may have sent no events. */
async function forgetDead(tx: Tx, me: string): Promise<void> {
  const dead = (await listProcesses(tx)).filter((other) => !isLiving(other, me));
  await deleteProcesses(tx, dead);
  const expired = await deleteExpiredProcesses(tx);
  if (dead.length + expired > 0) await appendLoss(tx);
}

/** Says that this process lives, and finds out which others do not. */
async function beat(tx: Tx, me: string): Promise<void> {
  await lockJoining(tx);
  await writeProcess(tx, me, ALIVE_MS);
  await forgetDead(tx, me);
}

/**
 * Tells of processes that ended without signing off, before this one answers anybody: who comes back from one of them with a
 * place in the log must not be told that nothing is missing.
 */
export async function tellOfDead(db: Database): Promise<void> {
  // On SQLite no client connection outlives the process.
  if (db.kind === 'sqlite') return;
  await db.transaction(async (tx) => {
    await lockJoining(tx);
    await forgetDead(tx, newProcessName());
  });
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
    await forgetDead(tx, name);
    const others = await listProcesses(tx);
    await writeProcess(tx, name, ALIVE_MS);
    if (others.length === 0) await onFirst(tx);
    return others.length === 0;
  });
  ownNames.add(name);
  const beats = setInterval(() => {
    db.transaction(async (tx) => beat(tx, name)).catch((error: unknown) => {
      log.error({ err: error }, 'sign of life failed');
    });
  }, BEAT_MS).unref();
  return {
    name,
    isFirst,
    listLiving: async () => new Set((await listProcesses(db)).filter((other) => isLiving(other, name))),
    [Symbol.asyncDispose]: async () => {
      clearInterval(beats);
      ownNames.delete(name);
      // A database that is gone ends no stop: the others find out that this one is gone by themselves.
      await db
        .transaction(async (tx) => deleteProcesses(tx, [name]))
        .catch((error: unknown) => log.warn({ err: error }, 'could not sign off from the other servers'));
    },
  };
}
