import type { Endpoint } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '../../context.ts';
import type { Feed, FeedRange } from './feed.ts';

/** What is asked of a place of the catalog. */
export interface FeedAsked {
  readonly viewer: Viewer;
  /** What stands in the place's path, decoded. */
  readonly id: string;
  readonly page: number;
  readonly pageSize: number;
  readonly query: FeedQuery;
}

/** Ways of seeing a list that reader apps may ask for; unknown ones are dropped. */
export interface FeedQuery {
  readonly sort?: string | undefined;
  readonly status?: string | undefined;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
  /** Words to look for. */
  readonly q?: string | undefined;
}

/** A kind of place. */
export interface FeedSource {
  /** `libraries/{id}`; what stands for `{id}` is a UUID unless `isNamed`. */
  readonly path: string;
  readonly isNamed?: true;
  readonly permission: Endpoint['permission'];
  /** @throws {AppError} `NotFound` */
  readonly read: (ctx: Context, asked: FeedAsked) => Promise<Feed>;
}

/** Which part of a list a page is. */
export function rangeOf({ page, pageSize }: FeedAsked, total: number): FeedRange {
  return { page, pageSize, total };
}

/** The ids that are asked for where a place lists something that has pages of its own. */
export function pageOf({ page, pageSize }: FeedAsked): { readonly page: number; readonly pageSize: number } {
  return { page, pageSize };
}
