import type { CacheMetrics } from '@lectern/contract';
import type { CacheState } from '#metrics/counters.ts';

type HasState = { readonly state: () => CacheState };

/** The caches of the process. */
export interface CachesContext {
  readonly access: { readonly sessions: HasState; readonly passwords: HasState };
  readonly keys: { readonly viewers: HasState };
  readonly lists: HasState;
  readonly filtered: HasState;
  readonly parts: HasState;
  readonly bookFiles: HasState;
  readonly readings: HasState;
  readonly texts: HasState;
  readonly archives: HasState;
  readonly solidArchives: HasState;
  readonly derived: HasState;
}

/** State of every cache of the process. */
export function listCaches(ctx: CachesContext): CacheMetrics[] {
  const caches: readonly (readonly [name: string, description: string, cache: HasState])[] = [
    ['sessions', 'Who is signed in', ctx.access.sessions],
    ['api_keys', 'Whom API keys stand for', ctx.keys.viewers],
    ['passwords', 'Passwords of HTTP Basic that were right', ctx.access.passwords],
    ['list_counts', 'How long lists are', ctx.lists],
    ['filtered_lists', 'What filters found', ctx.filtered],
    ['filter_parts', 'What parts of filters found', ctx.parts],
    ['book_files', 'Which files books are', ctx.bookFiles],
    ['readings', 'Pages and chapters of books', ctx.readings],
    ['texts', 'Chapters made safe to show', ctx.texts],
    ['open_files', 'Book files that are open', ctx.archives],
    ['solid_archives', 'Unpacked pages of solid archives, on disk', ctx.solidArchives],
    ['pictures', 'Resized and converted pictures, on disk', ctx.derived],
  ];
  return caches.map(([name, description, cache]) => ({ name, description, ...cache.state() }));
}
