import type { LogEntry, LogPage } from '@lectern/contract';
import { useEffect, useRef, useState } from 'react';
import { buildAddress } from '#lib/api.ts';
import { openEventStream } from '#lib/event-stream.ts';
import { addLine, isLogEntry, isShown, type LogFilter } from './log-lines.ts';

/**
 * Lines that were loaded, and those that come later while `isLive`.
 * @param onMissed the server no longer has some lines between the loaded ones and now
 */
export function useLiveLines(
  { entries, lastId: loadedId }: LogPage,
  filter: LogFilter,
  isLive: boolean,
  onMissed: () => void,
): readonly LogEntry[] {
  const [lines, setLines] = useState<readonly LogEntry[]>(entries);
  const lastId = useRef(loadedId);
  const missed = useRef(onMissed);
  useEffect(() => {
    missed.current = onMissed;
  });
  useEffect(() => {
    if (!isLive) return undefined;
    const stream = openEventStream({
      address: () => buildAddress('streamLogs', {}, { lastEventId: lastId.current }),
      names: ['log_line', 'stream_reset'],
      onEvent: (event, id) => {
        if (id !== '') lastId.current = id;
        if (!isLogEntry(event)) missed.current();
        else if (isShown(event, filter)) setLines((known) => addLine(known, event));
      },
      onOpen: () => undefined,
      onDown: () => undefined,
    });
    return () => stream.close();
  }, [isLive, filter]);
  return lines;
}
