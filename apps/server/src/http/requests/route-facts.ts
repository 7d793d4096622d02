import { type Method, routes } from '@lectern/contract';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { CoverSubject } from '#core/people/cover-pass.ts';

declare module 'fastify' {
  /**
   * Facts about a route for guards. Guards never read the address, because one route has many spellings (`%6c` for `l`).
   */
  interface FastifyContextConfig {
    /** True for a GET that changes something. */
    readonly changes?: boolean;
    /** The kind of cover that a pass in the address gives access to. */
    readonly coverOf?: CoverSubject['of'];
    /** True where the body is a file. */
    readonly takesFile?: boolean;
    /** True for reader apps, which sign in by HTTP Basic. */
    readonly isForApps?: boolean;
  }
}

export type RouteFacts = Pick<FastifyContextConfig, 'changes' | 'coverOf' | 'takesFile' | 'isForApps'>;

/** Marks all routes that are opened on `door` from now on as routes of reader apps. */
export function markForApps(door: FastifyInstance): void {
  door.addHook('onRoute', (route) => {
    route.config = { ...route.config, isForApps: true };
  });
}

/** The router's pattern of a contract path such as `/books/{id}/resources/{path*}`. */
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

/** Methods of the contract at a path. HEAD comes with GET. */
export function allowedMethods(path: string): readonly (Method | 'HEAD')[] {
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods)].flatMap((method) => (method === 'GET' ? (['GET', 'HEAD'] as const) : [method]));
}
