import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

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
