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

/** A unique name for this process, or for a worker in it: host, pid and a random part. */
export function newProcessName(): string {
  return `${hostname()}:${String(process.pid)}:${randomBytes(4).toString('hex')}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Signalling another user's process is refused, so it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether the process of a name ran on this machine and is gone.
 * @param me a name of this process
 * @param isMine whether this process has the name
 */
export function isGone(name: string, me: string, isMine: (name: string) => boolean): boolean {
  const [host, pid] = name.split(':');
  const [myHost, myPid] = me.split(':');
  if (host !== myHost) return false;
  // My own pid with another name: that process is gone, and its pid was reused.
  return pid === myPid ? !isMine(name) : !isAlive(Number(pid));
}

/** This process in the cluster of those that serve the same database. */
export interface ClusterMember extends AsyncDisposable {
  readonly name: string;
  /** Whether no other process was alive when it joined. */
  readonly isFirst: boolean;
  /** Names of the living processes, this one included. */
  readonly listLiving: () => Promise<ReadonlySet<string>>;
}

const ALIVE_MS = 60_000;
const BEAT_MS = 20_000;

/** Members within this process: tests start several servers in one. */
const ownNames = new Set<string>();

function isLiving(name: string, me: string): boolean {
  return ownNames.has(name) || !isGone(name, me, (own) => ownNames.has(own));
}

/** Deletes processes that ended without signing off. Events of their last commits may be lost. */
async function deleteDeadProcesses(tx: Tx, me: string): Promise<void> {
  const dead = (await listProcesses(tx)).filter((other) => !isLiving(other, me));
  await deleteProcesses(tx, dead);
  const expired = await deleteExpiredProcesses(tx);
  if (dead.length + expired > 0) await appendLoss(tx);
}

async function writeHeartbeat(tx: Tx, me: string): Promise<void> {
  await lockJoining(tx);
  await writeProcess(tx, me, ALIVE_MS);
  await deleteDeadProcesses(tx, me);
}

/**
 * Records dead processes before this one answers: a client that comes back from one of them must not be told that it
 * missed nothing.
 */
export async function recordDeadProcesses(db: Database): Promise<void> {
  // On SQLite no client connection outlives the process.
  if (db.kind === 'sqlite') return;
  await db.transaction(async (tx) => {
    await lockJoining(tx);
    await deleteDeadProcesses(tx, newProcessName());
  });
}

/**
 * Registers this process until it is disposed.
 * @param onFirst runs in the same transaction when no other process is alive
 */
export async function joinCluster(
  { db, log, name }: { readonly db: Database; readonly log: Logger; readonly name: string },
  onFirst: (tx: Tx) => Promise<void>,
): Promise<ClusterMember> {
  const isFirst = await db.transaction(async (tx) => {
    await lockJoining(tx);
    await deleteDeadProcesses(tx, name);
    const others = await listProcesses(tx);
    await writeProcess(tx, name, ALIVE_MS);
    if (others.length === 0) await onFirst(tx);
    return others.length === 0;
  });
  ownNames.add(name);
  const beats = setInterval(() => {
    db.transaction(async (tx) => writeHeartbeat(tx, name)).catch((error: unknown) => {
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
      // A lost database must not block the stop: the other processes notice by themselves.
      await db
        .transaction(async (tx) => deleteProcesses(tx, [name]))
        .catch((error: unknown) => log.warn({ err: error }, 'could not sign off from the other servers'));
    },
  };
}
