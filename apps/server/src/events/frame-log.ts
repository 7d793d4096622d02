import type { EventFrame, EventRecord } from './frames.ts';

/** A bounded log of the frames of one stream, for clients that come back. */
export interface FrameLog {
  readonly append: (number: number, record: EventRecord) => EventFrame;
  /** Id behind everything up to `number`, in any log of this epoch. */
  readonly idAt: (number: number) => string;
  /**
   * The frames after `lastEventId`.
   * @returns undefined when some may be missing: the id is of another epoch, or too old
   */
  readonly after: (lastEventId: string, latest: number) => readonly EventFrame[] | undefined;
  /** Frames up to this number can no longer be replayed. */
  readonly forgetUpTo: (number: number) => void;
}

interface Kept {
  readonly number: number;
  readonly frame: EventFrame;
}

/**
 * Makes an empty log.
 * @param epoch differs wherever numbers begin again, so that ids of another log are recognised
 * @param maxFrames frames kept, the oldest leave first
 */
export function createFrameLog(epoch: string, maxFrames: number): FrameLog {
  let kept: Kept[] = [];
  let droppedUpTo = 0;
  const idAt = (number: number): string => `${epoch}-${String(number)}`;
  const parseNumber = (id: string): number | undefined => {
    const [, ownEpoch, digits] = /^(.+)-(\d{1,15})$/.exec(id) ?? [];
    return ownEpoch === epoch ? Number(digits) : undefined;
  };
  return {
    idAt,
    append: (number, record) => {
      const frame = { ...record, id: idAt(number) };
      kept.push({ number, frame });
      // Cut rarely: each cut copies the log.
      if (kept.length >= 2 * maxFrames) {
        droppedUpTo = kept.at(-maxFrames - 1)?.number ?? droppedUpTo;
        kept = kept.slice(-maxFrames);
      }
      return frame;
    },
    after: (lastEventId, latest) => {
      const number = parseNumber(lastEventId);
      if (number === undefined || number < droppedUpTo || number > latest) return undefined;
      const index = kept.findLastIndex((entry) => entry.number <= number);
      return kept.slice(index + 1).map(({ frame }) => frame);
    },
    forgetUpTo: (number) => {
      droppedUpTo = Math.max(droppedUpTo, number);
      kept = kept.filter((entry) => entry.number > number);
    },
  };
}
