import { describe, expect, it, vi } from 'vitest';
import { createPageStore, ServerAwayError, type Want } from './page-store.ts';

function picture(width: number): HTMLImageElement {
  const image: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'> = { naturalWidth: width, naturalHeight: 300 };
  // the store only passes it on and reads its size
  return image as HTMLImageElement;
}

function start() {
  const asked: {
    want: Want;
    signal: AbortSignal;
    done: (image: HTMLImageElement) => void;
    fail: (error: Error) => void;
  }[] = [];
  const sizes: [number, number][] = [];
  const store = createPageStore({
    load: async (want, signal) =>
      new Promise((done, fail) => {
        asked.push({ want, signal, done, fail });
      }),
    onSize: (page, { width }) => sizes.push([page, width]),
  });
  const flush = async () => new Promise((resolve) => setTimeout(resolve, 0));
  const want = (...pages: number[]) => {
    store.want(pages.map((page) => ({ page, width: undefined })));
  };
  const call = (index: number) => {
    const found = asked[index];
    if (found === undefined) throw new Error(`Load ${String(index)} was not asked for`);
    return found;
  };
  return { store, want, asked, call, sizes, flush, pages: () => asked.map(({ want: { page } }) => page) };
}

describe('createPageStore', () => {
  it('loads a few pages at a time, highest priority first', async () => {
    const { want, pages, call, flush } = start();
    want(5, 6, 7, 8, 4);
    expect(pages()).toEqual([5, 6, 7]);
    call(1).done(picture(200));
    await flush();
    expect(pages()).toEqual([5, 6, 7, 8]);
  });

  it('shows a loaded image and reports its size', async () => {
    const { store, want, call, sizes, flush } = start();
    let told = 0;
    store.watch(() => (told += 1));
    want(1);
    expect(store.get(1)).toEqual({ status: 'loading' });
    const image = picture(200);
    call(0).done(image);
    await flush();
    expect(store.get(1)).toEqual({ status: 'ready', image, width: undefined });
    expect(sizes).toEqual([[1, 200]]);
    expect(told).toBe(1);
  });

  it('evicts unrequested pages and cancels their requests', async () => {
    const { store, want, call, flush } = start();
    want(1, 2);
    call(0).done(picture(200));
    await flush();
    want(9);
    expect(store.get(1)).toEqual({ status: 'loading' });
    expect(call(1).signal.aborted).toBe(true);
    call(1).done(picture(200));
    await flush();
    expect(store.get(2)).toEqual({ status: 'loading' });
  });

  it('keeps the error of one page to that page until a retry', async () => {
    const { store, want, call, pages, flush } = start();
    want(1, 2);
    call(0).fail(new Error('Cannot decode page 1'));
    call(1).done(picture(200));
    await flush();
    expect(store.get(1)).toEqual({ status: 'failed', message: 'Cannot decode page 1' });
    expect(store.get(2).status).toBe('ready');
    want(1, 2, 3);
    expect(pages()).toEqual([1, 2, 3]);
    store.retry(1);
    expect(store.get(1)).toEqual({ status: 'loading' });
    expect(pages()).toEqual([1, 2, 3, 1]);
  });

  it('shows the old image while a sharper one loads, and never a coarser one', async () => {
    const { store, call, flush, asked } = start();
    store.want([{ page: 1, width: 1080 }]);
    call(0).done(picture(1080));
    await flush();
    store.want([{ page: 1, width: 2560 }]);
    expect(store.get(1)).toMatchObject({ status: 'ready', width: 1080 });
    call(1).done(picture(2560));
    await flush();
    expect(store.get(1)).toMatchObject({ width: 2560 });
    store.want([{ page: 1, width: 720 }]);
    expect(asked).toHaveLength(2);
  });

  it('keeps the old image when the sharper one fails, without retrying', async () => {
    const { store, call, flush, asked } = start();
    store.want([{ page: 1, width: 1080 }]);
    call(0).done(picture(1080));
    await flush();
    store.want([{ page: 1, width: undefined }]);
    call(1).fail(new Error('gone'));
    await flush();
    expect(asked).toHaveLength(2);
    expect(store.get(1)).toMatchObject({ status: 'ready', width: 1080 });
  });

  it('cancels everything when closed', () => {
    const { store, want, call } = start();
    want(1, 2);
    store.close();
    expect(call(0).signal.aborted).toBe(true);
    expect(call(1).signal.aborted).toBe(true);
  });

  it('asks again by itself for pages that the server did not answer for, and for no others', async () => {
    vi.useFakeTimers();
    try {
      const { store, want, pages, call } = start();
      want(1, 2);
      call(0).fail(new ServerAwayError('Away'));
      call(1).fail(new Error('Damaged'));
      await vi.advanceTimersByTimeAsync(1_000);
      expect([store.get(1), store.get(2)]).toEqual([
        { status: 'failed', message: 'Away' },
        { status: 'failed', message: 'Damaged' },
      ]);
      await vi.advanceTimersByTimeAsync(1_100);
      expect(pages()).toEqual([1, 2, 1]);
      expect(store.get(1)).toEqual({ status: 'failed', message: 'Away' });
      call(2).fail(new ServerAwayError('Still away'));
      await vi.advanceTimersByTimeAsync(2_100);
      expect(pages()).toEqual([1, 2, 1, 1]);
      call(3).done(picture(200));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(store.get(1)).toMatchObject({ status: 'ready' });
      expect(pages()).toEqual([1, 2, 1, 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});
