import { probeImage } from '../image/probe.ts';
import { type PdfHandle } from './document.ts';
import { asDictionary, asItems, isName, type PdfDictionary } from './object-syntax.ts';
import { type PdfObjects } from './objects.ts';

/** The picture a page consists of, as it is stored. */
export interface PageJpeg {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** FPDF_PAGEOBJ_IMAGE */
const IMAGE = 3;
/** How far, in points, a picture may miss the edge of the page. */
const TOLERANCE = 1;
/** A picture drawn much narrower or flatter than it is stored must be drawn. */
const SHAPE_TOLERANCE = 0.02;

/**
 * The JPEG of a page that shows exactly one and nothing else: not turned, cropped, mirrored, masked, recoloured or annotated.
 * Undefined in any doubt, for then the page has to be drawn.
 * @param page FPDF_PAGE, loaded
 */
export function findPageJpeg(handle: PdfHandle, objects: PdfObjects | undefined, page: number): PageJpeg | undefined {
  if (objects === undefined) return undefined;
  const picture = findOnlyPicture(handle, page);
  if (picture === undefined || !fillsPage(handle, page, picture)) return undefined;
  const stream = findStream(objects, handle.pdfium.api.EPDFPage_GetObjectNumber(page));
  if (stream === undefined || !isUnmasked(stream) || !isJpeg(stream) || !isGreyOrRgb(objects, stream)) return undefined;
  const bytes = rawBytes(handle, picture);
  return bytes === undefined ? undefined : checkJpeg(handle, page, { bytes, stream });
}

/** The one object of the page when it is a picture drawn as it is. */
function findOnlyPicture(handle: PdfHandle, page: number): number | undefined {
  const { api } = handle.pdfium;
  if (api.FPDFPage_GetRotation(page) !== 0 || api.FPDFPage_GetAnnotCount(page) > 0) return undefined;
  if (api.FPDFPage_CountObjects(page) !== 1) return undefined;
  const picture = api.FPDFPage_GetObject(page, 0);
  if (picture === 0 || api.FPDFPageObj_GetType(picture) !== IMAGE) return undefined;
  return api.FPDFPageObj_HasTransparency(picture) || hasClip(handle, picture) ? undefined : picture;
}

function checkJpeg(
  { pdfium: { api } }: PdfHandle,
  page: number,
  { bytes, stream }: { readonly bytes: Buffer; readonly stream: PdfDictionary },
): PageJpeg | undefined {
  const probe = probeImage(bytes, bytes.length);
  if (probe.status !== 'measured' || probe.mediaType !== 'image/jpeg') return undefined;
  const { width, height } = probe;
  const isDeclared = stream.entries.get('Width') === width && stream.entries.get('Height') === height;
  const shape = (api.FPDF_GetPageWidthF(page) / api.FPDF_GetPageHeightF(page)) * (height / width);
  // PDF knows nothing of EXIF: a JPEG that asks to be turned would be turned twice or wrongly.
  const isAsDrawn = isDeclared && probe.orientation === 1 && Math.abs(shape - 1) <= SHAPE_TOLERANCE;
  return isAsDrawn ? { bytes, width, height } : undefined;
}

function hasClip({ pdfium: { api } }: PdfHandle, picture: number): boolean {
  const clip = api.FPDFPageObj_GetClipPath(picture);
  return clip !== 0 && api.FPDFClipPath_CountPaths(clip) > 0;
}

/** Whether the unit square of the picture is drawn upright onto exactly the visible box of the page. */
function fillsPage({ pdfium }: PdfHandle, page: number, picture: number): boolean {
  const { api } = pdfium;
  return pdfium.withMemory(40, (pointer) => {
    // 24 bytes FS_MATRIX (a b c d e f), 16 bytes FS_RECTF (left top right bottom), all f32
    if (!api.FPDFPageObj_GetMatrix(picture, pointer) || !api.FPDF_GetPageBoundingBox(page, pointer + 24)) return false;
    const bytes = Buffer.from(pdfium.copyOut(pointer, 40));
    const [a, b, c, d, e, f, left, top, right, bottom] = Array.from({ length: 10 }, (_none, index) =>
      bytes.readFloatLE(index * 4),
    );
    const near = (one: number | undefined, other: number | undefined): boolean =>
      one !== undefined && other !== undefined && Math.abs(one - other) <= TOLERANCE;
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) return false;
    return (
      near(b, 0) && near(c, 0) && near(e, left) && near(f, bottom) && near(a, right - left) && near(d, top - bottom)
    );
  });
}

/** The one picture among the resources of the page: with two, it is not certain which is drawn. */
function findStream(objects: PdfObjects, pageNumber: number): PdfDictionary | undefined {
  const page = asDictionary(objects.resolve({ kind: 'reference', number: pageNumber }));
  const resources = asDictionary(objects.resolve(page?.entries.get('Resources')));
  const pictures = asDictionary(objects.resolve(resources?.entries.get('XObject')));
  const [only, ...others] = pictures?.entries.values() ?? [];
  return others.length > 0 ? undefined : asDictionary(objects.resolve(only));
}

/** A picture without mask of any kind and without own decoding. */
function isUnmasked({ entries }: PdfDictionary): boolean {
  const others = ['SMask', 'Mask', 'Decode', 'DecodeParms', 'SMaskInData', 'ImageMask', 'Matte', 'OC'];
  return isName(entries.get('Subtype'), 'Image') && !others.some((key) => entries.has(key));
}

function isJpeg({ entries }: PdfDictionary): boolean {
  const filter = entries.get('Filter');
  const filters = asItems(filter) ?? [filter];
  return filters.length === 1 && isName(filters[0], 'DCTDecode') && entries.get('BitsPerComponent') === 8;
}

/** A CMYK JPEG means different things to different programs. */
function isGreyOrRgb(objects: PdfObjects, { entries }: PdfDictionary): boolean {
  const space = objects.resolve(entries.get('ColorSpace'));
  if (isName(space)) return space.value === 'DeviceRGB' || space.value === 'DeviceGray';
  const [family, profile] = asItems(space) ?? [];
  if (isName(family, 'CalRGB') || isName(family, 'CalGray')) return true;
  const components = asDictionary(objects.resolve(profile))?.entries.get('N');
  return isName(family, 'ICCBased') && (components === 1 || components === 3);
}

function rawBytes({ pdfium }: PdfHandle, picture: number): Buffer | undefined {
  const length = pdfium.api.FPDFImageObj_GetImageDataRaw(picture, 0, 0);
  if (length <= 0) return undefined;
  return pdfium.withMemory(length, (pointer) => {
    pdfium.api.FPDFImageObj_GetImageDataRaw(picture, pointer, length);
    return Buffer.from(pdfium.copyOut(pointer, length));
  });
}
