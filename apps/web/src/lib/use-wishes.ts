import { notifyManager, useMutation } from '@tanstack/react-query';
import { createStore, useStore } from './store.ts';

interface Wishing<Wish, Answer> {
  /** Whose wishes they are: those of one owner are stored one after the other, wherever on the screen they were made. */
  readonly owner: string;
  readonly store: (wish: Wish) => Promise<Answer>;
  /** Whether a later wish leaves nothing of an earlier one, so that one that still waits need not be stored at all. */
  readonly replaces?: (later: Wish, earlier: Wish) => boolean;
  readonly onStored?: (answer: Answer, wish: Wish) => void;
  readonly onProblem: (error: Error) => void;
  /** Asks anew for what the wishes changed. The last wish shows until it has come; between two of them nobody needs it. */
  readonly refresh: () => Promise<unknown>;
}

/** What somebody chose, as far as the server does not know it yet. */
export interface Wishes<Wish> {
  /** In the order in which they were made: the last one is what the screen shows. */
  readonly waiting: readonly Wish[];
  readonly wish: (wish: Wish) => void;
}

interface Made {
  readonly owner: string;
  /** Of the kind that its owner has wishes of. */
  readonly wish: unknown;
}

const made = createStore<readonly Made[]>([]);

/** What the same owner wished for since. */
function madeAfter(one: Made): readonly Made[] {
  const all = made.get();
  return all.slice(all.indexOf(one) + 1).filter(({ owner }) => owner === one.owner);
}

function forget(done: Made): void {
  made.set(made.get().filter((one) => one !== done));
}

/**
 * Stores what is chosen, ticked, switched or rated. No choice is lost because the one before it is still on its way: they are
 * stored in the order in which they were made, also when the screen that they were made on is gone. What creates or sends
 * something is no wish, and guards itself against being sent twice.
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
      // after the screen was told what came
      notifyManager.schedule(() => forget(one));
    },
  });
  return {
    waiting: useStore(made)
      .filter((one) => one.owner === owner)
      .map(wishOf),
    wish: (wish) => {
      const one = { owner, wish };
      // at once, and not with the next news of the queue: a box that was ticked must not look empty meanwhile
      made.set([...made.get(), one]);
      mutate(one);
    },
  };
}

/** What makes anything else wait until the wishes of an owner are stored, and the wishes for it. */
export function scopeOf(owner: string): { readonly id: string } {
  return { id: `wishes of ${owner}` };
}
