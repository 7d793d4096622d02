/** The part of a service worker's global scope that is used here: the types of the DOM do not name it. */
export interface WorkerScope {
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listen: (event: WorkerEvents[Name]) => void,
  ) => void;
}

interface Extendable {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export interface FetchAsked extends Extendable {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

interface WorkerEvents {
  readonly install: Extendable;
  readonly activate: Extendable;
  readonly fetch: FetchAsked;
  readonly message: Extendable & { readonly data: unknown };
  /** Of Chromium: the device has a network again. */
  readonly sync: Extendable & { readonly tag: string };
}
