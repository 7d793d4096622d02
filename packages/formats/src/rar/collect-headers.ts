import { FormatError } from '../format-error.ts';
import { type FormatProblem } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { type RarFileHeader, type RarIndex } from './header.ts';

/** What a walk over the headers gathers. */
export interface Collected {
  readonly files: RarFileHeader[];
  comment: Buffer;
  solid: boolean;
  /** Another volume follows. */
  moreVolumes: boolean;
  /** The mark of the end was there. */
  ended: boolean;
}

/** Takes in the header at an offset; answers where the next one is, or undefined at the end of the archive. */
export type HeaderTaker = (source: ByteSource, at: number, collected: Collected) => number | undefined;

/** Where the walk begins, and how many entries it may find before it stops (one more is read so that the caller can tell). */
export interface Walk {
  readonly from: number;
  readonly limit: number;
  readonly solid: boolean;
}

/**
 * Walks from header to header. Damage ends the walk: what came before is kept, with a problem.
 * @throws {FormatError} what is wrong with the first header
 */
export function collectHeaders(source: ByteSource, walk: Walk, take: HeaderTaker): Omit<RarIndex, 'kind'> {
  const collected: Collected = {
    files: [],
    comment: Buffer.alloc(0),
    solid: walk.solid,
    moreVolumes: false,
    ended: false,
  };
  const problems: FormatProblem[] = [];
  let at: number | undefined = walk.from;
  while (at !== undefined && at < source.size && collected.files.length <= walk.limit) {
    try {
      at = take(source, at, collected);
    } catch (error) {
      if (!(error instanceof FormatError) || collected.files.length === 0) throw error;
      problems.push({ code: error.code, message: `The list of entries ends early: ${error.message}` });
      break;
    }
  }
  const { files, comment, solid, moreVolumes, ended } = collected;
  if (!ended && problems.length === 0) {
    problems.push({ code: 'rar.no-end', message: 'The archive has no mark of its end: entries may be missing' });
  }
  return { solid, files, comment, problems, multiVolume: moreVolumes || files.some((file) => file.split) };
}
