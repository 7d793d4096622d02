import { readErrorCode } from '../opening/system-errors.ts';
import { say } from '#words/say.ts';

/** A backup file that cannot be read, in words for an admin. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** What inflating fails with: the file ends too early, or its bytes are others. */
const DAMAGES = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR', 'Z_STREAM_ERROR']);

/** An error of reading as an `ArchiveError` where the file is to blame. */
export function explainDamage(error: unknown): unknown {
  if (!DAMAGES.has(readErrorCode(error) ?? '')) return error;
  return new ArchiveError(say('The backup is cut off or damaged: its bytes cannot be unpacked'), { cause: error });
}
