/** Marks an answer that the service worker gave from the kept books of this browser. */
export const KEPT_HEADER = 'x-lectern-kept';
/** Width that was asked for when a picture was kept; absent for the stored picture. */
export const WIDTH_HEADER = 'x-lectern-width';
/** Version of the file that a kept picture belongs to. */
export const VERSION_HEADER = 'x-lectern-version';

/** Names of the caches. Servers below different paths of one origin share its storage. */
export interface CacheNames {
  /** Prefix of the caches of the app itself; the version follows. */
  readonly shell: string;
  /** Holds the id of the user whose kept books may be shown; absent without a signed-in user. */
  readonly owner: string;
  readonly keptBy: (userId: string) => string;
  /** Holds files that other apps shared, until they are uploaded. */
  readonly shared: string;
}

/**
 * Names the caches of one server.
 * @param base its path: `/lectern`, or empty
 */
export function nameCaches(base: string): CacheNames {
  const prefix = `lectern${base}.`;
  return {
    shell: `${prefix}shell.`,
    owner: `${prefix}owner`,
    keptBy: (userId) => `${prefix}kept.${userId}`,
    shared: `${prefix}shared`,
  };
}

/** Address inside the cache of the owner, whose answer is the id. */
export const OWNER_ADDRESS = '/owner';

/** Answers that the app needs to start without the server, under the addresses by which it asks. */
export const START_ADDRESSES: readonly string[] = [
  '/api/v1/auth/me',
  '/api/v1/user/preferences',
  '/api/v1/libraries?pageSize=500',
  '/api/v1/settings/branding',
];

/** How the reader shows a book. */
const PROFILES = '/api/v1/reading-profiles';
const OF_BOOK =
  /^\/api\/v1\/books\/[^/]+(?:\/(?:pages|thumbnail|adjacent|progress|manifest|positions|resources)(?:\/.*)?)?$/;
const PICTURE = /\/(?:pages\/\d+|thumbnail)$/;
const PAGE = /\/pages\/\d+$/;

/** A page or a cover, which exists in several widths. */
export function isPicture(path: string): boolean {
  return PICTURE.test(path);
}

/** A page of a book, which never changes within one version of the file. */
export function isPage(path: string): boolean {
  return PAGE.test(path);
}

/**
 * Key under which an answer is kept, below the path of the server; undefined for addresses that are never kept. All widths of
 * a picture share one key.
 * @param path without the path of the server
 */
export function toKeptKey(path: string, search: string): string | undefined {
  if (START_ADDRESSES.includes(path + search) || path === PROFILES) return path + search;
  if (!OF_BOOK.test(path)) return undefined;
  return isPicture(path) ? path : path + search;
}

/** What a worker does with a request. */
export type Handling = 'network' | 'shell' | 'asset' | 'kept' | 'share';

interface Asked {
  readonly method: string;
  /** Of the request: `navigate` for pages and frames. */
  readonly mode: string;
  /** `document` for a page, `iframe` for a chapter. */
  readonly destination: string;
  /** Without the path of the server. */
  readonly path: string;
  readonly search: string;
}

/** Addresses of programs: the server answers them, and never with the page of the app. */
const PROGRAMS = /^\/(api|opds|koreader|kosync|health|metrics|certificate)(\/|$)/;

const FILES: readonly string[] = ['/look.js', '/icon.svg', '/icon-192.png', '/manifest.webmanifest'];

/** Page of shared files, and the address that takes them: `share_target` of the manifest. */
export const SHARE_PATH = '/upload';

/** Chooses how the worker answers. Nothing but the app itself and kept addresses is touched. */
export function chooseHandling({ method, mode, destination, path, search }: Asked): Handling {
  if (method === 'POST' && path === SHARE_PATH) return 'share';
  if (method !== 'GET') return 'network';
  if (path.startsWith('/assets/') || FILES.includes(path)) return 'asset';
  if (toKeptKey(path, search) !== undefined) return 'kept';
  const isPageOfApp = mode === 'navigate' && destination === 'document' && !PROGRAMS.test(path);
  return isPageOfApp ? 'shell' : 'network';
}

/** A page drawn for one screen: its greys, or more contrast. Such pages are never kept. */
export function isDrawnForScreen(query: URLSearchParams): boolean {
  return query.has('greys') || query.has('contrast');
}

interface PictureKind {
  /** In pixels; undefined for the stored picture. */
  readonly width: number | undefined;
  /** Version of the file. */
  readonly version: string | undefined;
}

/** A kept picture of this many times the wanted width is too large for it. */
const TOO_LARGE = 3;

/** Whether a kept page can be shown instead of asking the server. */
export function isFit(kept: PictureKind, wanted: PictureKind): boolean {
  if (wanted.version === undefined || kept.version !== wanted.version) return false;
  if (wanted.width === undefined || kept.width === undefined) return kept.width === wanted.width;
  return kept.width >= wanted.width && kept.width <= wanted.width * TOO_LARGE;
}
