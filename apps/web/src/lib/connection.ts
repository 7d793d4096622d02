import { createStore } from './store.ts';

/** Whether the server answers; while it does not, when it last did (epoch milliseconds). */
export interface Connection {
  readonly away: boolean;
  readonly lastContactAt: number;
}

/** What is known about the server at this moment. */
export const connectionStore = createStore<Connection>({ away: false, lastContactAt: Date.now() });

/** The server answered. */
export function noteContact(): void {
  const { away } = connectionStore.get();
  if (away) connectionStore.set({ away: false, lastContactAt: Date.now() });
}

/** The server did not answer. */
export function noteAway(): void {
  const { away } = connectionStore.get();
  if (!away) connectionStore.set({ away: true, lastContactAt: Date.now() });
}
