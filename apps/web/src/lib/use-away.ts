import { isAway } from './api.ts';
import { connectionStore } from './connection.ts';
import { useStore } from './store.ts';

/**
 * Whether the server does not answer.
 * @param error of a request of this component, which may be the first to know
 */
export function useAway(error: unknown): boolean {
  const { away } = useStore(connectionStore);
  return away || isAway(error);
}
