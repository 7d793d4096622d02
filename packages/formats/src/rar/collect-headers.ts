import { FormatError } from '../format-error.ts';
import { type FormatProblem } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { type RarFileHeader, type RarIndex } from './header.ts';

/** Result of a walk over the headers. */
export interface Collected {
  readonly files: RarFileHeader[];
  comment: Buffer;
  solid: boolean;
  moreVolumes: boolean;
  ended: boolean;
}

/** Takes the header at an offset; returns the next offset, or undefined at the end. */
export type HeaderTaker = (source: ByteSource, at: number, collected: Collected) => number | undefined;

/** Start of the walk, and the limit of entries (one more is read to detect the excess). */
export interface Walk {
  readonly from: number;
  readonly limit: number;
  readonly solid: boolean;
}

/**
 * Walks from header to header. Damage ends the walk with a problem; earlier headers are kept.
 * @throws {FormatError} the fault of the first header
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
