import { isActive } from '#entities/task/queries.ts';
import { ApiError, isTemporary, request } from '#lib/api.ts';

const RETRIES = 5;
const WAIT_MS = 1_000;

async function wait(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  signal.throwIfAborted();
}

async function sendPart(id: string, offset: number, file: Blob, signal: AbortSignal): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await request('sendBackupPart', { params: { id }, query: { offset }, file, signal });
      return answer.receivedBytes;
    } catch (error) {
      if (!isTemporary(error) || failures === RETRIES) throw error;
      await wait(signal);
    }
  }
}

/**
 * Sends a backup file in parts.
 * @param onShare told how much has arrived, 0 to 1
 * @returns id of the file on the server
 */
export async function sendBackup(file: File, signal: AbortSignal, onShare: (share: number) => void): Promise<string> {
  const { id, partBytes } = await request('beginBackupUpload', { body: { sizeBytes: file.size }, signal });
  for (let sent = 0; sent < file.size; ) {
    const part = file.slice(sent, sent + partBytes, 'application/octet-stream');
    sent = await sendPart(id, sent, part, signal);
    onShare(sent / file.size);
  }
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
    await wait(signal);
    const task = await request('getTask', { params: { id: taskId }, signal });
    if (isActive(task)) continue;
    if (task.status === 'completed') return;
    throw new ApiError(409, 'Conflict', task.lastError ?? 'The check of the file was stopped');
  }
}
