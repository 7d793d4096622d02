import { afterEach, describe, expect, it, vi } from 'vitest';
import { FilteredLists } from './filtered-lists.ts';

/** A list of numbered rows in a database whose state has a name. */
function newScene(length: number, isOfCatalog = false) {
  const scene = {
    snapshot: 'a',
    length,
    picks: 0,
    counts: 0,
    tells: false,
    changes: 0,
    isCurrent: true,
    meanwhile: {},
  };
  const catalog = { changes: () => scene.changes, isCurrent: async () => scene.isCurrent };
  const lists = new FilteredLists({ snapshot: async () => scene.snapshot });
  const page = async (offset: number, limit = 50, name = 'list') =>
    lists.page(
      {
        name,
        pick: async (slice) => {
          scene.picks += 1;
          Object.assign(scene, scene.meanwhile);
          const all = Array.from({ length: scene.length }, (_, index) => String(index));
          const ids = all.slice(slice.offset, slice.offset + slice.limit);
          return scene.tells ? { ids, total: all.length } : { ids };
        },
        count: async () => {
          scene.counts += 1;
          return scene.length;
        },
        ...(isOfCatalog ? { catalog } : {}),
      },
      { offset, limit },
    );
  return { scene, page, lists };
}

function rows(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => String(from + index));
}

describe('the cache of filtered lists', () => {
  it('finds a short list once, without counting it', async () => {
    const { scene, page } = newScene(120);
    expect(await page(0)).toEqual({ ids: rows(0, 50), total: 120 });
    expect(await page(100)).toEqual({ ids: rows(100, 120), total: 120 });
    expect(await page(150)).toEqual({ ids: [], total: 120 });
    expect(scene).toMatchObject({ picks: 1, counts: 0 });
  });

  it('finds a long one part by part, and counts it once', async () => {
    const { scene, page } = newScene(9_000);
    for (let offset = 0; offset < 9_000; offset += 700) {
      const end = Math.min(offset + 700, 9_000);
      expect(await page(offset, 700)).toEqual({ ids: rows(offset, end), total: 9_000 });
    }
    expect(scene.counts).toBe(1);
    expect(scene.picks).toBeLessThan(6);
  });

  it('knows how long a list is when a page behind its end comes first', async () => {
    const { scene, page } = newScene(120);
    expect(await page(4_000)).toEqual({ ids: [], total: 120 });
    expect(scene.counts).toBe(1);
    const empty = newScene(0);
    expect(await empty.page(0)).toEqual({ ids: [], total: 0 });
    expect(empty.scene.counts).toBe(0);
  });

  it('forgets everything once something was written', async () => {
    const { scene, page } = newScene(120);
    await page(0);
    scene.length = 60;
    scene.snapshot = 'b';
    expect(await page(50)).toEqual({ ids: rows(50, 60), total: 60 });
    expect(scene.picks).toBe(2);
  });

  it('keeps what was found while something was written under the older name only', async () => {
    const { scene, page } = newScene(120);
    const first = page(0);
    scene.snapshot = 'b';
    await first;
    await page(0);
    expect(scene.picks).toBe(2);
  });

  it('keeps lists apart, and the oldest not for ever', async () => {
    const { scene, page, lists } = newScene(120);
    for (let index = 0; index < 40; index += 1) await page(0, 50, `list ${index}`);
    expect(lists.state()).toMatchObject({ entries: 32, misses: 40 });
    await page(0, 50, 'list 39');
    expect(scene.picks).toBe(40);
    await page(0, 50, 'list 0');
    expect(scene.picks).toBe(41);
  });

  describe('of what only the catalog decides', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it('outlasts what is written about anything else', async () => {
      const { scene, page } = newScene(9_000, true);
      await page(0);
      scene.snapshot = 'b';
      expect(await page(50)).toEqual({ ids: rows(50, 100), total: 9_000 });
      expect(scene).toMatchObject({ picks: 1, counts: 1 });
    });

    it('ends when the catalog changes, also while it is found', async () => {
      const { scene, page } = newScene(120, true);
      await page(0);
      Object.assign(scene, { snapshot: 'b', changes: 1, length: 60 });
      expect(await page(50)).toEqual({ ids: rows(50, 60), total: 60 });
      expect(scene.picks).toBe(2);
      Object.assign(scene, { snapshot: 'c', changes: 2, meanwhile: { snapshot: 'd', changes: 3 } });
      await page(0);
      await page(0);
      expect(scene.picks).toBe(4);
    });

    it('lasts no longer than any other where it may lack changes that were told', async () => {
      const { scene, page } = newScene(120, true);
      scene.isCurrent = false;
      await page(0);
      expect((await page(50)).total).toBe(120);
      Object.assign(scene, { snapshot: 'b', isCurrent: true, length: 130 });
      expect((await page(50)).total).toBe(130);
      expect(scene.picks).toBe(2);
    });

    it('expires some time after a write: another program may change the catalog without an event', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const { scene, page } = newScene(120, true);
      await page(0);
      vi.setSystemTime(Date.now() + 3_600_000);
      await page(0);
      expect(scene.picks).toBe(1);
      scene.snapshot = 'b';
      await page(0);
      expect(scene.picks).toBe(2);
    });
  });
});
