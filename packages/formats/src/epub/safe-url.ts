import { encodePath, resolveHref } from './href.ts';

/** Schemes of clickable links; none is ever loaded. */
const LINK_SCHEMES = /^(?:https?|mailto|tel):/i;

/** Inline pictures and fonts. Inline SVG is drawn as a picture, where scripts do not run. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;
const INLINE_FONT =
  /^data:(?:font\/[\w.+-]+|application\/(?:font-woff2?|x-font-\w+|vnd\.ms-opentype|octet-stream))[;,]/i;

/**
 * The reference relative to the document, unable to leave the book's address; undefined when it leaves the book.
 * @param path of the document in the archive
 */
export function localReference(reference: string, path: string): string | undefined {
  const resolved = resolveHref(path, stripInvisible(reference));
  if (resolved === undefined) return undefined;
  const fragment = resolved.fragment.replace(/["'<>\s\\]/g, encodeURIComponent);
  if (resolved.path === path) return fragment === '' ? encodePath(path.slice(path.lastIndexOf('/') + 1)) : fragment;
  return relativePath(path, resolved.path) + fragment;
}

/** A loaded reference: inside the book, or an inline picture. */
export function loadReference(reference: string, path: string): string | undefined {
  const clean = stripInvisible(reference);
  return INLINE_PICTURE.test(clean) ? clean : localReference(clean, path);
}

/** A style sheet reference: like `loadReference`, with fonts. */
export function styleReference(reference: string, path: string): string | undefined {
  const clean = stripInvisible(reference);
  return INLINE_FONT.test(clean) ? clean : loadReference(clean, path);
}

/** A link: inside the book, or to the web, mail or telephone. */
export function linkReference(
  reference: string,
  path: string,
): { readonly href: string; readonly isExternal: boolean } | undefined {
  const clean = stripInvisible(reference);
  if (LINK_SCHEMES.test(clean)) return { href: clean, isExternal: true };
  const href = localReference(clean, path);
  return href === undefined ? undefined : { href, isExternal: false };
}

/** Characters that browsers skip before the scheme, and invisible ones that hide it. */
function stripInvisible(reference: string): string {
  return reference.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
}

function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  const steps = [...here.slice(same).map(() => '..'), ...there.slice(same).map(encodeURIComponent)].join('/');
  // A colon in the first step would look like a scheme; encodeURIComponent leaves none.
  return steps === '' ? './' : steps;
}
