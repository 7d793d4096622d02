import { call } from '@lectern/contract/client';
import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { type FeedSite, openFeedSite } from '../_harness/feed-site.ts';
import { newScannedTest, type ScannedLibrary } from './scanned-test.ts';
import { writeShelf } from './write-shelf.ts';

interface Fixtures {
  /** A feed for one test. */
  readonly site: FeedSite;
  /** Series id by title. */
  readonly seriesId: (title: string) => string;
  /** A server without release sources and tracked series. */
  readonly untold: undefined;
}

const volume = writeZip([{ name: '1.png', bytes: png(200, 300, 120).bytes }]);

async function makeVolumes() {
  return writeShelf({
    'Lighthouse/Lighthouse v01.cbz': volume,
    'Lighthouse/Lighthouse v02.cbz': volume,
    'Winter Harbour/Winter Harbour v01.cbz': volume,
    'Winter Station/Winter Station v01.cbz': volume,
  });
}

async function listSeries({ url, headers }: Pick<ScannedLibrary, 'url' | 'headers'>) {
  return (await call(url, 'listSeries', { headers, query: { pageSize: 50 } })).data;
}

/** Allows feeds on this machine; every test starts without any. */
export const test = newScannedTest(makeVolumes, { LECTERN_RELEASES_PRIVATE_NETWORKS: 'loopback' }).extend<Fixtures>({
  site: async ({}, use) => {
    await using site = await openFeedSite();
    await use(site);
  },
  seriesId: async ({ library }, use) => {
    const series = await listSeries(library);
    await use((title) => series.find((one) => one.title === title)?.id ?? '');
  },
  untold: [
    async ({ library }, use) => {
      const { url, headers } = library;
      const sources = await call(url, 'listReleaseSources', { headers, query: {} });
      for (const { id } of sources.data) await call(url, 'deleteReleaseSource', { headers, params: { id } });
      const seriesIds = (await listSeries(library)).map(({ id }) => id);
      await call(url, 'untrackManySeries', { headers, body: { seriesIds } });
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
