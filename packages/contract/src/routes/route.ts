export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path: `{name}` is a path parameter, `{name*}` takes the rest of the path. */
export type Route = readonly [Method, `/${string}`];

/** The routes that can be called by name: those of the first screen, and all once `routes.ts` is imported. */
export const knownRoutes: Partial<Record<string, Route>> = {};
