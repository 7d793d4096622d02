/** A page of any browser, as its driver sees it. What a user does with it is in `user.ts`. Disposing closes it. */
export interface Screen extends AsyncDisposable {
  /** Opens an address and waits until it has loaded. */
  readonly goto: (url: string) => Promise<void>;
  /** Sets the size of the page, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Presses and releases the pointer at a place of the page, in CSS pixels. */
  readonly clickAt: (x: number, y: number) => Promise<void>;
  readonly press: (key: Key) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Runs a function inside the page. It sees nothing but its argument. */
  readonly run: <Given, Result>(task: (given: Given) => Result | Promise<Result>, given: Given) => Promise<Result>;
  /** The page as a PNG. */
  readonly takePicture: () => Promise<Buffer>;
}

/** A letter, or a key with a name. */
export type Key = NamedKey | 'd' | 'r' | 't' | 'w' | 'k' | '/';

export type NamedKey = 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'End' | 'Enter' | 'Escape' | 'PageDown';

/** Colours that the system of the user prefers. */
export type Scheme = 'light' | 'dark';

/** A browser of one engine, for all tests of a worker. Disposing ends it. */
export interface Engine extends AsyncDisposable {
  readonly openScreen: (scheme: Scheme) => Promise<Screen>;
}
