/** A restore that this process was asked for. */
interface WantedRestore {
  readonly taskId: string;
  /** Kept in memory only. */
  readonly passphrase: string | undefined;
}

/** Restores that this process runs. A restart forgets them: a task of an earlier process restores nothing. */
export interface Restores {
  /** Notes a request, before its task is committed. */
  readonly ask: (wanted: WantedRestore) => void;
  /** The request of a task, once; undefined when another process took it. */
  readonly take: (taskId: string) => WantedRestore | undefined;
  /** Asks for a restart, which puts a decided restore in place. */
  readonly requestRestart: () => void;
  /** Resolves when a restart is wanted. */
  readonly restartRequested: Promise<void>;
}

/** Restores of one open server. */
export function createRestores(): Restores {
  let waiting: WantedRestore | undefined;
  let restart: () => void = () => undefined;
  const restartRequested = new Promise<void>((resolve) => {
    restart = resolve;
  });
  return {
    ask: (wanted) => {
      waiting = wanted;
    },
    take: (taskId) => {
      if (waiting?.taskId !== taskId) return undefined;
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
    requestRestart: () => restart(),
    restartRequested,
  };
}
