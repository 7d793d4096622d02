import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { canKeep } from '#entities/offline/kept-cache.ts';
import { type KeptEntry, readKeptCatalog } from '#entities/offline/kept-catalog.ts';
import { keptStore } from '#entities/offline/kept-store.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';
import { useStore } from '#lib/store.ts';

/**
 * Books that this device keeps for the signed-in user, read again with each change; undefined until then.
 * @param isNeeded false reads nothing
 */
export function useKeptCatalog(isNeeded = true): readonly KeptEntry[] | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const kept = useStore(keptStore);
  const [entries, setEntries] = useState<readonly KeptEntry[]>();
  const userId = isNeeded ? findOwner(user) : undefined;
  useEffect(() => {
    if (userId === undefined) return;
    const leaving = new AbortController();
    const show = (read: readonly KeptEntry[]) => {
      if (!leaving.signal.aborted) setEntries(read);
    };
    const read = async () => (canKeep() ? readKeptCatalog(userId) : []);
    // A private window has no database, and nothing in it.
    read().then(show, () => show([]));
    return () => leaving.abort();
  }, [userId, kept]);
  return entries;
}
