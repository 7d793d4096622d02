/** Delivers events until `close` is called. */
export interface EventStream {
  readonly close: () => void;
}

interface StreamOptions {
  /** Called for every new connection. */
  readonly address: () => string;
  readonly names: readonly string[];
  /** `data` is the parsed payload, `id` the stream position after the event. */
  readonly onEvent: (data: unknown, id: string) => void;
  /** `again` is true for a reconnect: events may have been missed. */
  readonly onOpen: (again: boolean) => void;
  /** `refused` is true when the server answered with something else than a stream. Retries continue. */
  readonly onDown: (refused: boolean) => void;
}

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Listens to server-sent events. The browser reconnects after a lost connection but gives up after a refusal, such as
 * an ended session. This client then opens a new connection with growing pauses.
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
