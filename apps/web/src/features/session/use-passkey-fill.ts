import type { PasskeyAsked, PasskeyProof } from '@lectern/contract';
import { useEffect, useEffectEvent } from 'react';
import { canFillPasskeys, fillPasskey } from '#entities/factor/passkeys.ts';
import { request } from '#lib/api.ts';

/** A passkey that the user chose, for the question that it answers. */
export interface FilledPasskey {
  readonly asked: PasskeyAsked;
  readonly passkey: PasskeyProof;
}

/** The server takes an answer for five minutes. */
const RENEW_MS = 4 * 60_000;

/** Resolves while the page is visible. A hidden page asks the server for nothing. */
async function whileVisible(): Promise<void> {
  if (!document.hidden) return;
  await new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** One question to the browser. @returns `late` when the question grew too old */
async function offerOnce(stopped: AbortSignal): Promise<FilledPasskey | 'late' | undefined> {
  const asked = await request('askPasskey', {});
  const stop = new AbortController();
  const end = () => stop.abort();
  const timer = setTimeout(end, RENEW_MS);
  stopped.addEventListener('abort', end, { once: true });
  const passkey = stopped.aborted ? undefined : await fillPasskey(asked, stop.signal);
  clearTimeout(timer);
  stopped.removeEventListener('abort', end);
  if (stopped.aborted) return undefined;
  if (passkey !== undefined) return { asked, passkey };
  return stop.signal.aborted ? 'late' : undefined;
}

async function offer(stopped: AbortSignal): Promise<FilledPasskey | undefined> {
  if (!(await canFillPasskeys())) return undefined;
  let outcome: Awaited<ReturnType<typeof offerOnce>> = 'late';
  while (outcome === 'late' && !stopped.aborted) {
    await whileVisible();
    outcome = await offerOnce(stopped);
  }
  return outcome === 'late' ? undefined : outcome;
}

/** Offers passkeys in the menu of the field for the name, where the browser can. */
export function usePasskeyFill(onFilled: (filled: FilledPasskey) => void, isPaused: boolean): void {
  const filled = useEffectEvent(onFilled);
  useEffect(() => {
    const stop = new AbortController();
    if (isPaused) return undefined;
    offer(stop.signal).then(
      (found) => {
        if (found !== undefined) filled(found);
      },
      // Without an answer of the server there is nothing to offer; the button says why.
      () => undefined,
    );
    return () => stop.abort();
  }, [isPaused]);
}
