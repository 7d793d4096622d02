import type { Access } from '#core/sign-in/access.ts';
import { createRecent, type Recent } from '#core/sign-in/recent.ts';
import type { Viewer } from '../viewer.ts';

/** How long a key is believed without looking again, as with session tokens. */
const KEY_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/** Who the keys used lately stand for, by prefix and hash of the secret. */
export interface KnownKeys extends Disposable {
  readonly viewers: Recent<Viewer>;
}

/** Begins with nothing remembered; whatever makes access forget a user makes it forget their keys at once. */
export function createKnownKeys(access: Pick<Access, 'onForget'>): KnownKeys {
  const viewers = createRecent<Viewer>({ ttlMs: KEY_MS, maxEntries: MAX_REMEMBERED });
  const watch = access.onForget((userId) => viewers.forget((viewer) => viewer.userId === userId));
  return { viewers, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}
