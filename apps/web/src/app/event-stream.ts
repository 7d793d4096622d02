/** A connection that delivers events until it is closed. */
export interface EventStream {
  readonly close: () => void;
}

interface StreamOptions {
  /** Asked whenever a stream is opened anew. */
  readonly address: () => string;
  readonly names: readonly string[];
  /** The parsed data of each event, and the place of the stream behind it. */
  readonly onEvent: (data: unknown, id: string) => void;
  /** Connected; `again` when something may have been missed since the last time. */
  readonly onOpen: (again: boolean) => void;
  /** Not connected; it goes on trying by itself. `refused` when an answer came and it was not a stream. */
  readonly onDown: (refused: boolean) => void;
}

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Listens to server-sent events. The browser reconnects after a lost connection; after a refusal (a proxy without its
 * server, an ended session) it gives up, and this opens a new one with growing pauses.
 */
export function openEventStream(options: StreamOptions): EventStream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let wasOpen = false;

  const open = () => {
    const next = new EventSource(options.address());
    source = next;
    next.onopen = () => {
      waitMs = FIRST_WAIT_MS;
      options.onOpen(wasOpen);
      wasOpen = true;
    };
    next.onerror = () => {
      wasOpen = true;
      const refused = next.readyState === EventSource.CLOSED;
      options.onDown(refused);
      if (!refused) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
    for (const name of options.names) {
      next.addEventListener(name, (event: MessageEvent<string>) =>
        options.onEvent(parse(event.data), event.lastEventId),
      );
    }
  };
  open();
  return {
    close: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
