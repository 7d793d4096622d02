const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['xhtml', 'application/xhtml+xml'],
  ['html', 'application/xhtml+xml'],
  ['htm', 'application/xhtml+xml'],
  ['ncx', 'application/x-dtbncx+xml'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['jxl', 'image/jxl'],
  ['bmp', 'image/bmp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['ttf', 'font/ttf'],
  ['otf', 'font/otf'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['smil', 'application/smil+xml'],
]);

/** Wrong names of types in books. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/svg', 'image/svg+xml'],
  ['image/svg-xml', 'image/svg+xml'],
  ['text/html', 'application/xhtml+xml'],
  ['application/html+xml', 'application/xhtml+xml'],
  ['application/xhtml', 'application/xhtml+xml'],
  ['text/x-oeb1-document', 'application/xhtml+xml'],
  ['text/x-oeb1-css', 'text/css'],
]);

/** Type by extension; undefined for unknown ones. */
export function mediaTypeByExtension(path: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : BY_EXTENSION.get(extension);
}

/** A declared type in lower case, without parameters, under its usual name; undefined when invalid. */
export function normalizeMediaType(declared: string | undefined): string | undefined {
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type)) return undefined;
  return OTHER_NAMES.get(type) ?? type;
}

const RASTER_TYPES: ReadonlySet<string> = new Set(
  [...BY_EXTENSION.values(), 'image/heic', 'image/heif'].filter(
    (type) => type.startsWith('image/') && type !== 'image/svg+xml',
  ),
);

/** Whether it is a raster picture that some reader shows: SVG is a document. */
export function isRasterType(mediaType: string): boolean {
  return RASTER_TYPES.has(mediaType);
}

/** Whether the type may stand in the spine. */
export function isContentType(mediaType: string): boolean {
  return /^(?:application\/xhtml\+xml|image\/svg\+xml|application\/x-dtbook\+xml)$/.test(mediaType);
}
