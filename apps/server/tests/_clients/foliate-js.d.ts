/** The part of foliate-js that reads catalogs, which is plain JavaScript. What it gives is checked where it is taken. */
declare module 'foliate-js/opds.js' {
  export const REL: unknown;
  export function getFeed(document: unknown): unknown;
  export function getPublication(entry: unknown): unknown;
  export function getOpenSearch(document: unknown): unknown;
  export function getSearch(link: { readonly href: string }): Promise<unknown>;
  export function isOPDSCatalog(type: string | null | undefined): boolean;
}
