import type { EventFrame, EventRecord } from './frames.ts';

/** A bounded log of the frames of one stream. */
export interface FrameLog {
  readonly append: (number: number, record: EventRecord) => EventFrame;
  /** Id of the place behind all that was ever appended to any log of this epoch, up to `number`. */
  readonly idAt: (number: number) => string;
  /**
   * The frames after the one that a client saw last.
   * @returns undefined when the log cannot tell what was missed: the id is none of this epoch, or too old
   */
  readonly after: (lastEventId: string, latest: number) => readonly EventFrame[] | undefined;
  /** Nothing up to this number can be replayed. */
  readonly forgetUpTo: (number: number) => void;
}

interface Kept {
  readonly number: number;
  readonly frame: EventFrame;
}

/**
 * Makes an empty log.
 * @param epoch short text that differs wherever numbers begin again, so that ids of another log are not mistaken for its own
 * @param maxFrames frames kept, the oldest leaving first
 */
export function createFrameLog(epoch: string, maxFrames: number): FrameLog {
  let kept: Kept[] = [];
  /** Number of the last frame that is not held any more. */
  let droppedUpTo = 0;
  const idAt = (number: number): string => `${epoch}-${String(number)}`;
  const numberOf = (id: string): number | undefined => {
    const [, ownEpoch, digits] = /^(.+)-(\d{1,15})$/.exec(id) ?? [];
    return ownEpoch === epoch ? Number(digits) : undefined;
  };
  return {
    idAt,
    append: (number, record) => {
      const frame = { ...record, id: idAt(number) };
      kept.push({ number, frame });
      // Cut in large pieces, so that a frame costs no move of all the others.
      if (kept.length >= 2 * maxFrames) {
        droppedUpTo = kept.at(-maxFrames - 1)?.number ?? droppedUpTo;
        kept = kept.slice(-maxFrames);
      }
      return frame;
    },
    after: (lastEventId, latest) => {
      const number = numberOf(lastEventId);
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
