import { type PdfHandle } from './document.ts';

/** Default pixels per point: 144 per inch. */
const SCALE = 2;

/** Larger pages only exist in broken files. */
const LONGEST_SIDE = 16_384;

/** A size in pixels, each side at least 1. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A box to fit a drawing into; without sides, two pixels per point. */
export interface DrawRequest {
  readonly width?: number;
  readonly height?: number;
  readonly maxPixels: number;
}

/** Size of a rotated and cropped page at two pixels per point; undefined when damaged. */
export function readPageSize({ pdfium, document }: PdfHandle, index: number): PixelSize | undefined {
  return pdfium.withMemory(8, (pointer) => {
    // FS_SIZEF: f32 width, f32 height, in points
    if (!pdfium.api.FPDF_GetPageSizeByIndexF(document, index, pointer)) return undefined;
    const bytes = Buffer.from(pdfium.copyOut(pointer, 8));
    const [width, height] = [bytes.readFloatLE(0), bytes.readFloatLE(4)];
    const isReal = Number.isFinite(width) && Number.isFinite(height) && width > 0 && height > 0;
    return isReal ? atLeastOne(width * SCALE, height * SCALE) : undefined;
  });
}

/** The largest size that fits the box and the pixel limit, shape kept. */
export function planDrawing(natural: PixelSize, request: DrawRequest): PixelSize {
  const scale = Math.min(
    request.width === undefined ? Number.POSITIVE_INFINITY : request.width / natural.width,
    request.height === undefined ? Number.POSITIVE_INFINITY : request.height / natural.height,
  );
  const wanted = Number.isFinite(scale) && scale > 0 ? scale : 1;
  const pixels = natural.width * natural.height * wanted * wanted;
  const allowed = pixels > request.maxPixels ? wanted * Math.sqrt(request.maxPixels / pixels) : wanted;
  const free = atLeastOne(natural.width * allowed, natural.height * allowed);
  const size = { width: Math.min(free.width, LONGEST_SIDE), height: Math.min(free.height, LONGEST_SIDE) };
  if (size.width * size.height <= request.maxPixels) return size;
  // Rounding a side up to one pixel can exceed the limit for extreme shapes: shorten the other side.
  const longest = Math.max(1, Math.floor(request.maxPixels / Math.min(size.width, size.height)));
  return { width: Math.min(size.width, longest), height: Math.min(size.height, longest) };
}

function atLeastOne(width: number, height: number): PixelSize {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
