import { isTemporary } from './api.ts';

const RETRIES = 5;
const WAIT_MS = 1_000;

/** Waits a moment before a repetition. */
export async function waitToRepeat(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  signal.throwIfAborted();
}

interface Sending {
  readonly file: Blob;
  /** Bytes that the server has already. */
  readonly receivedBytes: number;
  readonly partBytes: number;
  readonly send: (part: Blob, offset: number) => Promise<{ readonly receivedBytes: number }>;
  readonly signal: AbortSignal;
  /** Told how much has arrived, 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Repeats a request that may succeed later. */
export async function repeatRequest<Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isTemporary(error) || failures === RETRIES) throw error;
      await waitToRepeat(signal);
    }
  }
}

/** Sends a file in parts, and repeats one that did not arrive. */
export async function sendParts({ file, receivedBytes, partBytes, send, signal, onShare }: Sending): Promise<void> {
  for (let sent = receivedBytes; sent < file.size; ) {
    onShare(sent / file.size);
    const part = file.slice(sent, sent + partBytes, 'application/octet-stream');
    ({ receivedBytes: sent } = await repeatRequest(async () => send(part, sent), signal));
  }
  onShare(1);
}
