/** Endings of pictures that are pages. */
const PAGE = /\.(?:jpe?g|png|gif|webp|avif|jxl|hei[cf]|bmp|tiff?)$/iu;

/**
 * Whether an entry is a page by its name: a picture that is no hidden file and no resource fork of a Mac.
 * @param name full name in the archive
 */
export function isPageName(name: string): boolean {
  return PAGE.test(name) && !isJunkName(name);
}

/** Hidden files and what macOS adds to archives. */
export function isJunkName(name: string): boolean {
  const segments = name.split('/');
  return (segments.at(-1) ?? '').startsWith('.') || segments.slice(0, -1).includes('__MACOSX');
}
