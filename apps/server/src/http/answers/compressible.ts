const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|xml|javascript|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

/** Whether answers of this media type are compressed on their way; pictures and books never are (decision W12). */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}
