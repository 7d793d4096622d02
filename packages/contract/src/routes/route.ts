export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path: `{name}` is a path parameter, `{name*}` takes the rest of the path. */
export type Route = readonly [Method, `/${string}`];
