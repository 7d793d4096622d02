import { notifyManager, useMutation } from '@tanstack/react-query';
import { createStore, useStore } from './store.ts';

interface QueueOptions<Change, Answer> {
  /** Changes with the same owner are stored one after the other, across components. */
  readonly owner: string;
  readonly store: (change: Change) => Promise<Answer>;
  /** Whether a later change makes an earlier one obsolete, so that a queued one can be dropped. */
  readonly replaces?: (later: Change, earlier: Change) => boolean;
  readonly onStored?: (answer: Answer, change: Change) => void;
  readonly onProblem: (error: Error) => void;
  /**
   * Refetches what the changes affect. The last change stays visible until then; no refetch runs between two changes.
   */
  readonly refresh: () => Promise<unknown>;
}

/** Changes the server has not confirmed. */
export interface QueuedChanges<Change> {
  /** Oldest first; the screen shows the last. */
  readonly waiting: readonly Change[];
  readonly enqueue: (change: Change) => void;
}

interface QueuedChange {
  readonly owner: string;
  /** The owner determines the type. */
  readonly change: unknown;
}

const queue = createStore<readonly QueuedChange[]>([]);

/** Later changes of the same owner. */
function listLater(one: QueuedChange): readonly QueuedChange[] {
  const all = queue.get();
  return all.slice(all.indexOf(one) + 1).filter(({ owner }) => owner === one.owner);
}

function forget(done: QueuedChange): void {
  queue.set(queue.get().filter((one) => one !== done));
}

/**
 * Queues changes such as choices, ticks, switches and ratings, and stores them in order, even after their component
 * unmounts. Requests that create or send something do not belong here; they prevent a double submit themselves.
 */
export function useQueuedChanges<Change, Answer>(options: QueueOptions<Change, Answer>): QueuedChanges<Change> {
  const { owner, store, replaces, onStored, onProblem, refresh } = options;
  const toChange = (one: QueuedChange) => one.change as Change;
  const { mutate } = useMutation({
    scope: toMutationScope(owner),
    mutationFn: async (one: QueuedChange) => {
      const isReplaced = listLater(one).some((later) => replaces?.(toChange(later), toChange(one)) === true);
      return isReplaced ? undefined : { answer: await store(toChange(one)) };
    },
    onSuccess: (stored, one) => {
      if (stored !== undefined) onStored?.(stored.answer, toChange(one));
    },
    onError: onProblem,
    onSettled: async (_, __, one) => {
      if (listLater(one).length === 0) await refresh();
      // after subscribers got the answer
      notifyManager.schedule(() => forget(one));
    },
  });
  return {
    waiting: useStore(queue)
      .filter((one) => one.owner === owner)
      .map(toChange),
    enqueue: (change) => {
      const one = { owner, change };
      // set synchronously: a ticked checkbox must not flicker
      queue.set([...queue.get(), one]);
      mutate(one);
    },
  };
}

/** Mutation scope that makes other mutations queue with the changes of an owner. */
export function toMutationScope(owner: string): { readonly id: string } {
  return { id: `changes of ${owner}` };
}
