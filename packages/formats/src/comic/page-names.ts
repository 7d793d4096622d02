const PAGE = /\.(?:jpe?g|png|gif|webp|avif|jxl|hei[cf]|bmp|tiff?)$/iu;

/**
 * Whether the name is a page: a picture, not hidden and no resource fork of macOS.
 * @param name full name in the archive
 */
export function isPageName(name: string): boolean {
  return PAGE.test(name) && !isJunkName(name);
}

/** Hidden files, and files that macOS adds. */
export function isJunkName(name: string): boolean {
  const segments = name.split('/');
  return (segments.at(-1) ?? '').startsWith('.') || segments.slice(0, -1).includes('__MACOSX');
}
