import { t } from '@lingui/core/macro';
import { isActive } from '#entities/task/queries.ts';
import { ApiError, request } from '#lib/api.ts';
import { sendParts, waitToRepeat } from '#lib/send-parts.ts';

/**
 * Sends a backup file in parts.
 * @param onShare told how much has arrived, 0 to 1
 * @returns id of the file on the server
 */
export async function sendBackup(file: File, signal: AbortSignal, onShare: (share: number) => void): Promise<string> {
  const { id, partBytes } = await request('beginBackupUpload', { body: { sizeBytes: file.size }, signal });
  await sendParts({
    ...{ file, receivedBytes: 0, partBytes, signal, onShare },
    send: async (part, offset) => request('sendBackupPart', { params: { id }, query: { offset }, file: part, signal }),
  });
  return id;
}

/**
 * Lets the server check a sent file, and waits for the result.
 * @param passphrase empty for that of the configuration
 * @throws {ApiError} the file is refused, or the check was stopped
 */
export async function checkSent(id: string, passphrase: string, signal: AbortSignal): Promise<void> {
  const body = passphrase === '' ? {} : { passphrase };
  const { taskId } = await request('finishBackupUpload', { params: { id }, body, signal });
  for (;;) {
    await waitToRepeat(signal);
    const task = await request('getTask', { params: { id: taskId }, signal });
    if (isActive(task)) continue;
    if (task.status === 'completed') return;
    throw new ApiError(409, 'Conflict', task.lastError ?? t`The check of the file was stopped`);
  }
}
