import { markUnreachable, markReachable } from '#lib/connection.ts';

/** A shorter interruption is not reported. */
const GRACE_MS = 3000;

/** Marks the server as away once a stream has been down for the grace time. */
export interface ContactWatch {
  readonly up: () => void;
  readonly down: () => void;
  readonly stop: () => void;
}

export function watchContact(): ContactWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const calm = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    up: () => {
      calm();
      markReachable();
    },
    down: () => {
      timer ??= setTimeout(markUnreachable, GRACE_MS);
    },
    stop: calm,
  };
}
