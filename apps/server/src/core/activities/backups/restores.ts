/** A task that this process was asked for. */
interface AskedTask {
  readonly taskId: string;
  /** Kept in memory only. */
  readonly passphrase: string | undefined;
}

/**
 * Restores, and additions of files, that this process was asked for. A restart forgets them: a task of an earlier process
 * restores nothing.
 */
export interface Restores {
  /** Notes a request, before its task is committed. */
  readonly ask: (asked: AskedTask) => void;
  /** The request of a task, once; undefined when another process took it. */
  readonly take: (taskId: string) => AskedTask | undefined;
  /** Asks for a restart, which puts a decided restore in place. */
  readonly requestRestart: () => void;
  /** Resolves when a restart is wanted. */
  readonly restartRequested: Promise<void>;
}

/** Cancelled tasks leave theirs. */
const MOST_WAITING = 4;

/** Restores of one open server. */
export function createRestores(): Restores {
  const waiting = new Map<string, AskedTask>();
  let restart: () => void = () => undefined;
  const restartRequested = new Promise<void>((resolve) => {
    restart = resolve;
  });
  return {
    ask: (asked) => {
      waiting.set(asked.taskId, asked);
      const [oldest] = waiting.keys();
      if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
    },
    take: (taskId) => {
      const taken = waiting.get(taskId);
      waiting.delete(taskId);
      return taken;
    },
    requestRestart: () => restart(),
    restartRequested,
  };
}
