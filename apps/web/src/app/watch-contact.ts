import { noteAway, noteContact } from '#lib/connection.ts';

/** A lost connection that comes back at once is not worth a word. */
const GRACE_MS = 3000;

/** Tells the application that the server is away once a stream has been down for a while. */
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
      noteContact();
    },
    down: () => {
      timer ??= setTimeout(noteAway, GRACE_MS);
    },
    stop: calm,
  };
}
