import type { EmbeddedMetadata } from '@lectern/formats';
import type { Tx } from '#db/open.ts';
import {
  findAgreedDirection,
  findSeriesBlanks,
  type SeriesBlanks,
  writeSeriesBlanks,
} from '#db/repos/analysis.repo.ts';

/** What the first analysed book tells of its series, where the series says nothing yet. */
function fillBlanks(blanks: SeriesBlanks, { summary, publisher, year }: EmbeddedMetadata): Partial<SeriesBlanks> {
  if (blanks.summary !== null || blanks.publisher !== null || blanks.year !== null) return {};
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(publisher === undefined ? {} : { publisher }),
    ...(year === undefined ? {} : { year }),
  };
}

/** A series runs in a direction when all its books say so: one of them must not turn the others round. */
async function settleDirection(
  tx: Tx,
  seriesId: string,
  known: string | null,
  stated: string | undefined,
): Promise<Partial<SeriesBlanks>> {
  // Nobody has said anything so far, or this book says what is known.
  if (known === (stated ?? null)) return {};
  const readingDirection = await findAgreedDirection(tx.read, seriesId);
  return readingDirection === known ? {} : { readingDirection };
}

/**
 * Writes what a book that was just analysed, and whose metadata is stored, tells of its series.
 * @returns names of the fields that changed
 */
export async function fillSeries(
  tx: Tx,
  seriesId: string,
  metadata: EmbeddedMetadata,
  at: number,
): Promise<readonly string[]> {
  const blanks = await findSeriesBlanks(tx.read, seriesId);
  if (blanks === undefined) return [];
  const direction = await settleDirection(tx, seriesId, blanks.readingDirection, metadata.readingDirection);
  const change = { ...fillBlanks(blanks, metadata), ...direction };
  const fields = Object.keys(change);
  if (fields.length > 0) await writeSeriesBlanks(tx, seriesId, change, at);
  return fields;
}
