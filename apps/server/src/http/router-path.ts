/** `/books/{id}/resources/{path*}` in the router's words. */
export function routerPath(path: string): string {
  return path.replace(/\{\w+\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');
}
