import { t } from '@lingui/core/macro';
import type { Size } from '../engine/page-shape.ts';

/** A requested page; `width` as `PageSource.widthFor` returns it. */
export interface Want {
  readonly page: number;
  readonly width: number | undefined;
}

export type PageState =
  | { readonly status: 'loading' }
  /** Decoded: inserting `image` costs no frame. `width` is the requested one. */
  | { readonly status: 'ready'; readonly image: HTMLImageElement; readonly width: number | undefined }
  | { readonly status: 'failed'; readonly message: string };

export interface PageLoader {
  /** Loads and decodes; its error message is shown to the user. */
  readonly load: (want: Want, signal: AbortSignal) => Promise<HTMLImageElement>;
  /** Called with the real size of each loaded image. */
  readonly onSize: (page: number, size: Size) => void;
  /** Whether another width than the requested one is never good enough. */
  readonly isExact?: boolean;
}

/** Cache of page images around the current page; loads a few at a time by priority. */
export interface PageStore {
  readonly get: (page: number) => PageState;
  readonly watch: (listener: () => void) => () => void;
  /** All pages to hold, highest priority first; all others are evicted. */
  readonly want: (wants: readonly Want[]) => void;
  readonly retry: (page: number) => void;
  readonly close: () => void;
}

/** The server did not answer, so that the page may come by itself later. */
export class ServerAwayError extends Error {
  override readonly name = 'ServerAwayError';
}

interface Held {
  state: PageState;
  /** A running request, possibly while an older image of the page is shown. */
  running: AbortController | undefined;
  /** A failed request for a sharper image, which is not repeated. */
  missed: Want | undefined;
  /** The last request failed because the server was away. */
  wasAway: boolean;
}

const LOADING: PageState = { status: 'loading' };
const AT_ONCE = 3;
/** Until pages are asked for again that a server did not answer for. */
const AGAIN_MS = 2_000;

/** A wider image suffices; the stored image is the best. */
function isEnough(had: number | undefined, wanted: number | undefined): boolean {
  return had === undefined || (wanted !== undefined && had >= wanted);
}

export function createPageStore(loader: PageLoader): PageStore {
  return new LoadingStore(loader);
}

class LoadingStore implements PageStore {
  readonly #loader: PageLoader;
  readonly #held = new Map<number, Held>();
  readonly #listeners = new Set<() => void>();
  #wants: readonly Want[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(loader: PageLoader) {
    this.#loader = loader;
  }

  readonly get = (page: number): PageState => this.#held.get(page)?.state ?? LOADING;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly want = (wants: readonly Want[]): void => {
    this.#wants = wants;
    const pages = new Set(wants.map(({ page }) => page));
    for (const page of this.#held.keys()) if (!pages.has(page)) this.#letGo(page);
    this.#next();
  };

  readonly retry = (page: number): void => {
    if (this.get(page).status !== 'failed') return;
    this.#letGo(page);
    this.#tell();
    this.#next();
  };

  readonly close = (): void => {
    clearTimeout(this.#again);
    this.#wants = [];
    for (const page of this.#held.keys()) this.#letGo(page);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #letGo(page: number): void {
    this.#held.get(page)?.running?.abort();
    this.#held.delete(page);
  }

  #isOpen({ page, width }: Want): boolean {
    const item = this.#held.get(page);
    if (item === undefined) return true;
    if (item.running !== undefined || item.wasAway) return false;
    if (item.state.status === 'failed') return item.missed === undefined;
    if (item.missed !== undefined && item.missed.width === width) return false;
    if (item.state.status === 'loading') return true;
    return this.#loader.isExact === true ? item.state.width !== width : !isEnough(item.state.width, width);
  }

  #next(): void {
    let running = [...this.#held.values()].filter((item) => item.running !== undefined).length;
    for (const want of this.#wants) {
      if (running >= AT_ONCE) return;
      if (!this.#isOpen(want)) continue;
      running += 1;
      void this.#start(want);
    }
  }

  async #start(want: Want): Promise<void> {
    const item: Held = this.#held.get(want.page) ?? {
      ...{ state: LOADING, running: undefined, missed: undefined, wasAway: false },
    };
    const abort = new AbortController();
    item.running = abort;
    this.#held.set(want.page, item);
    try {
      const image = await this.#loader.load(want, abort.signal);
      if (abort.signal.aborted) return;
      item.state = { status: 'ready', image, width: want.width };
      this.#loader.onSize(want.page, { width: image.naturalWidth, height: image.naturalHeight });
    } catch (error) {
      if (abort.signal.aborted) return;
      item.missed = want;
      item.wasAway = error instanceof ServerAwayError;
      if (item.wasAway) this.#again ??= setTimeout(() => this.#tryAgain(), AGAIN_MS);
      if (item.state.status !== 'ready') {
        item.state = { status: 'failed', message: error instanceof Error ? error.message : t`The page did not load` };
      }
    }
    item.running = undefined;
    this.#tell();
    this.#next();
  }

  /** Asks for what the server did not answer; the message stays until a page is there. */
  #tryAgain(): void {
    this.#again = undefined;
    for (const item of this.#held.values()) {
      if (!item.wasAway) continue;
      item.wasAway = false;
      item.missed = undefined;
    }
    this.#next();
  }
}
