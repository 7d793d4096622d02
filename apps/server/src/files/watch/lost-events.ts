/**
 * Linux queues 16,384 events for a busy process (fs.inotify.max_queued_events) and silently drops the rest. The queued
 * ones arrive in one burst, some for folders that are no longer watched. A burst of this size may have lost events.
 */
const MANY_AT_ONCE = 4_096;

let count = 0;
const listeners = new Set<() => void>();

/** Counts an event. Events of one turn of the event loop belong to one burst. */
export function countEvent(): void {
  if (count === 0) {
    setImmediate(() => {
      count = 0;
    });
  }
  count += 1;
  if (count === MANY_AT_ONCE) for (const listen of listeners) listen();
}

/** Calls back when events may have been lost, for any folder: all share one queue. */
export function onEventsLost(listen: () => void): Disposable {
  listeners.add(listen);
  return { [Symbol.dispose]: () => void listeners.delete(listen) };
}
