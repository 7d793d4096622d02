import { type Method, routes } from '@lectern/contract';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { CoverSubject } from '#core/people/cover-pass.ts';

declare module 'fastify' {
  /**
   * What guards are to know of a route. They look at the route that the router found, never at the text of an address: the same
   * route has many of them (`%6c` for `l`).
   */
  interface FastifyContextConfig {
    /** True for a route that changes something by GET. */
    readonly changes?: boolean;
    /** Where a pass in the address lets a cover be fetched: what the cover is of. */
    readonly coverOf?: CoverSubject['of'];
    /** True of a route whose body is a file. */
    readonly takesFile?: boolean;
    /** True where reader apps ask, which sign in by HTTP Basic. */
    readonly isForApps?: boolean;
  }
}

/** What a route says of itself. */
export type RouteFacts = Pick<FastifyContextConfig, 'changes' | 'coverOf' | 'takesFile' | 'isForApps'>;

/** Says of all routes that are opened here from now on that reader apps ask them. */
export function markForApps(door: FastifyInstance): void {
  door.addHook('onRoute', (route) => {
    route.config = { ...route.config, isForApps: true };
  });
}

/** `/books/{id}/resources/{path*}` in the router's words. */
export function routerPath(path: string): string {
  return path.replace(/\{\w+\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');
}

const PATTERNS = Object.values(routes).map(([method, path]) => ({
  method,
  pattern: new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\*\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  ),
}));

/** Methods of the contract at a path; none when there is nothing. HEAD goes with GET. */
export function allowedMethods(path: string): readonly (Method | 'HEAD')[] {
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods)].flatMap((method) => (method === 'GET' ? (['GET', 'HEAD'] as const) : [method]));
}
