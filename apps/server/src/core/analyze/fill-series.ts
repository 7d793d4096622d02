import type { EmbeddedMetadata } from '@lectern/formats';
import type { Tx } from '#db/open.ts';
import { findAgreedDirection, findSeriesFields, writeSeriesFields } from '#db/repos/analysis.repo.ts';
import { planFromBook, planFromFolders } from './series-fields.ts';

/** A series runs in a direction when all its books say so: one of them must not turn the others round. */
async function settleDirection(
  tx: Tx,
  seriesId: string,
  known: string | null,
  stated: string | undefined,
): Promise<{ readonly readingDirection?: string | null }> {
  // Nobody has said anything so far, or this book says what is known.
  if (known === (stated ?? null)) return {};
  const readingDirection = await findAgreedDirection(tx.read, seriesId);
  return readingDirection === known ? {} : { readingDirection };
}

/**
 * Writes what a book that was just analysed, and whose metadata is stored, tells of its series.
 * @param tx one that holds the library: what another book of the series states is either known by now, or comes after this
 * @returns names of the fields that changed
 */
export async function fillSeries(
  tx: Tx,
  seriesId: string,
  metadata: EmbeddedMetadata,
  at: number,
): Promise<readonly string[]> {
  const series = await findSeriesFields(tx.read, seriesId);
  if (series === undefined) return [];
  const direction = await settleDirection(tx, seriesId, series.readingDirection, metadata.readingDirection);
  const plan = planFromBook(series, metadata);
  const change = { ...plan?.values, ...direction };
  const fields = Object.keys(change);
  if (fields.length === 0) return fields;
  const { filled } = plan ?? series;
  await writeSeriesFields(tx, seriesId, { ...change, filled, updatedAt: at });
  return fields;
}

/**
 * Writes the publisher that the folders of a series name.
 * @param tx one that holds the library
 * @param publisher null when they name none: what they named before goes
 * @returns whether the series has another publisher now
 */
export async function fillPublisher(tx: Tx, seriesId: string, publisher: string | null, at: number): Promise<boolean> {
  const series = await findSeriesFields(tx.read, seriesId);
  const plan = series === undefined ? undefined : planFromFolders(series, publisher);
  if (plan === undefined) return false;
  await writeSeriesFields(tx, seriesId, { ...plan.values, filled: plan.filled, updatedAt: at });
  return true;
}
