import { type Stats, statSync } from 'node:fs';

/** What must not change for stored offsets to hold. */
export interface FileIdentity {
  readonly size: number;
  /** Modification time in whole milliseconds. */
  readonly modifiedAt: number;
}

/** The identity of the file with this state. */
export function toFileIdentity({ size, mtimeMs }: Stats): FileIdentity {
  return { size, modifiedAt: Math.floor(mtimeMs) };
}

/** Whether both identities are of the same unchanged file. */
export function isSameFile(one: FileIdentity | undefined, other: FileIdentity): boolean {
  return one?.size === other.size && one.modifiedAt === other.modifiedAt;
}

/** `device:inode` of a file, which another file at the same path does not share; undefined when it is missing. */
export function identifyPlaceNow(absolutePath: string): string | undefined {
  const stats = statSync(absolutePath, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${String(stats.dev)}:${String(stats.ino)}`;
}
