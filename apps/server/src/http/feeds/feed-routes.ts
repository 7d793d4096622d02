import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { type DialectRoute, type DocumentAnswer, route, type ViewerRequest } from '../requests/dialect-route.ts';
import type { Feed, FeedSource } from './feed.ts';

/** Books or folders on one page by default. */
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000;

const Words = z.string().max(500).optional().catch(undefined);

/** Invalid values fall back to defaults: users of reader apps cannot correct the addresses that their app makes. */
const FeedSearch = z.object({
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(PAGE_SIZE).default(PAGE_SIZE),
  sort: Words,
  status: Words,
  format: Words,
  language: Words,
  q: Words,
  /** Name of `q` in OPDS 2.0. */
  query: Words,
});

const BY_ID = z.object({ id: z.guid() });
const BY_NAME = z.object({ id: z.string().min(1).max(1_000) });

/** The feeds of a dialect. */
interface FeedDialect {
  readonly root: string;
  /** Paths of the root feed. */
  readonly starts: readonly string[];
  readonly sources: readonly FeedSource[];
  readonly answerType: string;
  readonly render: (ctx: Context, feed: Feed, request: ViewerRequest) => Promise<DocumentAnswer>;
}

/** A route for each feed of a dialect. */
export function feedRoutes({ root, starts, sources, answerType, render }: FeedDialect): readonly DialectRoute[] {
  const feedRoute = (source: FeedSource, path: string): DialectRoute => {
    const { permission, isNamed } = source;
    if (permission === 'public') throw new Error(`The feed "${path}" is public, so it cannot contain books of a user`);
    const params = isNamed === true ? BY_NAME : BY_ID;
    const checks = { permission, query: FeedSearch, answerTypes: [answerType] };
    return route.get(path, source.path.includes('{id}') ? { ...checks, params } : checks, async (ctx, request) => {
      const { viewer } = request;
      const { page, pageSize, q, query: words, ...rest } = request.query;
      const { id = '' } = request.params as { readonly id?: string };
      const query = { ...rest, q: (q ?? words)?.trim() };
      return render(ctx, await source.read(ctx, { viewer, id, page, pageSize, query }), request);
    });
  };
  return sources.flatMap((source) =>
    source.path === ''
      ? starts.map((start) => feedRoute(source, start))
      : [feedRoute(source, `${root}/${source.path}`)],
  );
}
