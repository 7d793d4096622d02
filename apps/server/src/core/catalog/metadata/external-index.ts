import type { SeriesIndexEntry } from '@lectern/contract';
import { z } from 'zod';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { listExternals } from '#db/repos/metadata/externals.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { countSeries, pickSeries } from '#db/repos/catalog/series.repo.ts';

const Item = z.object({ source: z.string(), externalId: z.string(), externalUrl: z.string().nullable() });

async function readExternalIds(db: ReadDb, seriesIds: readonly string[]) {
  const found = new Map<string, SeriesIndexEntry['externalIds']>(seriesIds.map((id) => [id, []]));
  for (const { ownerId, ...item } of await listExternals(db, 'externalIds', 'series', seriesIds)) {
    found.get(ownerId)?.push(Item.parse(item));
  }
  return found;
}

/** Visible series by title, with their external ids and owned volumes. */
export async function listExternalIndex(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, libraryId }: PageWanted & { readonly libraryId?: string | undefined },
): Promise<Listed<SeriesIndexEntry>> {
  const range = { sort: 'title', direction: 'asc', ...toSlice({ page, pageSize }) } as const;
  const [picked, total] = await Promise.all([
    pickSeries(db.read, viewer, { libraryId }, range),
    countSeries(db.read, viewer, { libraryId }),
  ]);
  const ids = picked.map(({ id }) => id);
  const [series, externalIds] = [await findSeriesById(db.read, viewer, ids), await readExternalIds(db.read, ids)];
  const rows = series.map(({ id, localMaxVolume = null, localMaxChapter = null, volumesOwned = 0 }) => ({
    id,
    externalIds: externalIds.get(id) ?? [],
    localMaxVolume,
    localMaxChapter,
    volumesOwned,
  }));
  return { rows, total };
}
