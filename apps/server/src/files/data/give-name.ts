import { link, lstat, rename } from 'node:fs/promises';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { WITHOUT_LINKS } from './atomic-write.ts';

/** `device:inode` of what has a name, not of what a link leads to; undefined when nothing has it. */
export async function findIdentity(absolutePath: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await lstat(absolutePath, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * Gives a file another name on the same disk: a second one, or its only one where the file system has no second names.
 * @returns false when another file has the name, which is never replaced
 * @throws {Error} with a system `code`
 */
export async function giveName(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const code = readErrorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code)) throw error;
    if ((await findIdentity(to)) !== undefined) return false;
    await rename(from, to);
  }
  return true;
}
