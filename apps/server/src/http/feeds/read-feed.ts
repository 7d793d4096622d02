import { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import type { Feed, FeedSource } from './feed.ts';

/** Books or folders on one page of a feed, unless asked otherwise. */
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000;

const Words = z.string().max(500).optional().catch(undefined);

/**
 * What readers may add to an address. Nothing that they send is an error: they follow links, and what they make up
 * themselves cannot be mended by whoever reads with them.
 */
export const FeedSearch = z.object({
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(PAGE_SIZE).default(PAGE_SIZE),
  sort: Words,
  status: Words,
  format: Words,
  language: Words,
  q: Words,
  /** What OPDS 2.0 calls it. */
  query: Words,
});

const BY_ID = z.object({ id: z.guid() });
const BY_NAME = z.object({ id: z.string().min(1).max(1_000) });

/** What the path of a place may hold; undefined where it holds nothing. */
export function paramsOf({ path, isNamed }: FeedSource): z.ZodObject | undefined {
  if (!path.includes('{id}')) return undefined;
  return isNamed === true ? BY_NAME : BY_ID;
}

/** A checked request for a place of the catalog. */
export interface FeedRequest {
  readonly viewer: Viewer | null;
  readonly params: unknown;
  readonly query: unknown;
}

/**
 * Reads a place of the catalog for a reader app.
 * @throws {AppError} `NotFound`
 */
export async function readFeed(
  ctx: Context,
  source: FeedSource,
  { viewer, params, query }: FeedRequest,
): Promise<Feed> {
  if (viewer === null) throw new Error(`The feed "${source.path}" is public, so it cannot contain books of a user`);
  const { id = '' } = params as { readonly id?: string };
  const { page, pageSize, q, query: words, ...rest } = query as z.output<typeof FeedSearch>;
  return source.read(ctx, { viewer, id, page, pageSize, query: { ...rest, q: (q ?? words)?.trim() } });
}
