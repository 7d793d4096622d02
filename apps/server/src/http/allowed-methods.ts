import { type Method, routes } from '@lectern/contract';

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
