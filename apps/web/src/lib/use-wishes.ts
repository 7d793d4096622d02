import { notifyManager, useMutation } from '@tanstack/react-query';
import { createStore, useStore } from './store.ts';

interface Wishing<Wish, Answer> {
  /** Changes with the same owner are stored one after the other, across components. */
  readonly owner: string;
  readonly store: (wish: Wish) => Promise<Answer>;
  /** Whether a later change makes an earlier one obsolete, so that a queued one can be dropped. */
  readonly replaces?: (later: Wish, earlier: Wish) => boolean;
  readonly onStored?: (answer: Answer, wish: Wish) => void;
  readonly onProblem: (error: Error) => void;
  /**
   * Refetches what the changes affect. The last change stays visible until then; no refetch runs between two changes.
   */
  readonly refresh: () => Promise<unknown>;
}

/** Changes the server has not confirmed. */
export interface Wishes<Wish> {
  /** Oldest first; the screen shows the last. */
  readonly waiting: readonly Wish[];
  readonly wish: (wish: Wish) => void;
}

interface Made {
  readonly owner: string;
  /** The owner determines the type. */
  readonly wish: unknown;
}

const made = createStore<readonly Made[]>([]);

/** Later changes of the same owner. */
function madeAfter(one: Made): readonly Made[] {
  const all = made.get();
  return all.slice(all.indexOf(one) + 1).filter(({ owner }) => owner === one.owner);
}

function forget(done: Made): void {
  made.set(made.get().filter((one) => one !== done));
}

/**
 * Queues changes such as choices, ticks, switches and ratings, and stores them in order, even after their component
 * unmounts. Requests that create or send something do not belong here; they prevent a double submit themselves.
 */
export function useWishes<Wish, Answer>(wishing: Wishing<Wish, Answer>): Wishes<Wish> {
  const { owner, store, replaces, onStored, onProblem, refresh } = wishing;
  const wishOf = (one: Made) => one.wish as Wish;
  const { mutate } = useMutation({
    scope: scopeOf(owner),
    mutationFn: async (one: Made) => {
      const isReplaced = madeAfter(one).some((later) => replaces?.(wishOf(later), wishOf(one)) === true);
      return isReplaced ? undefined : { answer: await store(wishOf(one)) };
    },
    onSuccess: (stored, one) => {
      if (stored !== undefined) onStored?.(stored.answer, wishOf(one));
    },
    onError: onProblem,
    onSettled: async (_, __, one) => {
      if (madeAfter(one).length === 0) await refresh();
      // after subscribers got the answer
      notifyManager.schedule(() => forget(one));
    },
  });
  return {
    waiting: useStore(made)
      .filter((one) => one.owner === owner)
      .map(wishOf),
    wish: (wish) => {
      const one = { owner, wish };
      // set synchronously: a ticked checkbox must not flicker
      made.set([...made.get(), one]);
      mutate(one);
    },
  };
}

/** Mutation scope that makes other mutations queue with the changes of an owner. */
export function scopeOf(owner: string): { readonly id: string } {
  return { id: `wishes of ${owner}` };
}
