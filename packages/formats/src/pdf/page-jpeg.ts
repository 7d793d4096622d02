import { countJpegComponents } from '../image/jpeg.ts';
import { FIRST_HEAD_BYTES, probeImage } from '../image/probe.ts';
import { type EntrySource } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { asDictionary, asItems, isName, type PdfDictionary, type PdfValue } from './object-syntax.ts';
import { type LoadedObject, type PdfObjects } from './objects.ts';
import { findShownPicture, type ShownPicture } from './page-content.ts';
import { listPageNodes, type PageNode, type PdfBox, visibleBox } from './page-tree.ts';

/** The JPEG that makes up a page, by its place in the file. */
export interface PageJpeg {
  readonly source: Extract<EntrySource, { readonly kind: 'stored' }>;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Visible part of the page, in points. */
  readonly box: PdfBox;
}

/** Largest distance of picture and page edge, in points. */
const TOLERANCE = 1;
/** A picture drawn with another aspect ratio must be drawn. */
const SHAPE_TOLERANCE = 0.02;
/** Content of a page with one picture is short. */
const CONTENT_BYTES = 16 * 1024;
const MOST_CONTENTS = 16;

interface Document {
  readonly file: ByteSource;
  readonly objects: PdfObjects;
}

/**
 * Finds pages that show exactly one JPEG: not rotated, cropped, mirrored, masked, recoloured or annotated. In doubt a
 * page is left out and gets drawn. Takes about ten short reads a page and decodes no picture.
 * @param objects undefined for a damaged or encrypted file
 * @returns by page index
 */
export function findPageJpegs(
  file: ByteSource,
  objects: PdfObjects | undefined,
  pageCount: number,
): ReadonlyMap<number, PageJpeg> {
  const found = new Map<number, PageJpeg>();
  if (objects === undefined) return found;
  for (const [index, page] of (listPageNodes(objects, pageCount) ?? []).entries()) {
    const jpeg = findJpeg({ file, objects }, page);
    if (jpeg !== undefined) found.set(index, jpeg);
  }
  return found;
}

function findJpeg(document: Document, page: PageNode): PageJpeg | undefined {
  const { objects } = document;
  if (!isPlain(page, objects)) return undefined;
  const box = visibleBox(page, objects);
  const resources = asDictionary(page.inherited('Resources'));
  const content = readContent(page, objects);
  if (box === undefined || resources === undefined || content === undefined) return undefined;
  const shown = findShownPicture(content, resources, objects);
  if (shown === undefined || !fills(shown, box)) return undefined;
  const pictures = asDictionary(objects.resolve(resources.entries.get('XObject')));
  const picture = loadStream(objects, pictures?.entries.get(shown.name));
  return picture === undefined ? undefined : checkPicture(document, picture, box);
}

/** Whether no property of the page changes its content. */
function isPlain({ entries, inherited }: PageNode, objects: PdfObjects): boolean {
  const rotation = inherited('Rotate') ?? 0;
  const notes = objects.resolve(entries.get('Annots')) ?? null;
  const group = objects.resolve(entries.get('Group')) ?? null;
  const space = asDictionary(group)?.entries.get('CS');
  const isUngrouped = group === null || space === undefined || isName(objects.resolve(space), 'DeviceRGB');
  const isUnnoted = notes === null || asItems(notes)?.length === 0;
  return typeof rotation === 'number' && rotation % 360 === 0 && isUnnoted && isUngrouped;
}

/** Content of a page, its parts joined. */
function readContent({ entries }: PageNode, objects: PdfObjects): Buffer | undefined {
  const contents = entries.get('Contents');
  const parts = asItems(objects.resolve(contents)) ?? [contents];
  if (parts.length > MOST_CONTENTS) return undefined;
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const stream = loadStream(objects, part);
    const bytes = stream === undefined ? undefined : objects.expand(stream, CONTENT_BYTES);
    if (bytes === undefined) return undefined;
    pieces.push(bytes, Buffer.from('\n'));
  }
  return Buffer.concat(pieces);
}

function loadStream(objects: PdfObjects, value: PdfValue | undefined): LoadedObject | undefined {
  if (typeof value !== 'object' || value?.kind !== 'reference') return undefined;
  const loaded = objects.load(value.number);
  return loaded?.stream === undefined ? undefined : loaded;
}

/** Whether the picture exactly fills the visible box, upright and unclipped. */
function fills({ matrix, clips }: ShownPicture, box: PdfBox): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;
  const [a, b, c, d, e, f] = matrix;
  const isUpright = near(b, 0) && near(c, 0) && near(a, box.right - box.left) && near(d, box.top - box.bottom);
  const covers = (clip: PdfBox): boolean =>
    clip.left <= box.left + TOLERANCE &&
    clip.right >= box.right - TOLERANCE &&
    clip.bottom <= box.bottom + TOLERANCE &&
    clip.top >= box.top - TOLERANCE;
  return isUpright && near(e, box.left) && near(f, box.bottom) && clips.every(covers);
}

function checkPicture({ file, objects }: Document, { value, stream }: LoadedObject, box: PdfBox): PageJpeg | undefined {
  const picture = asDictionary(value);
  if (picture === undefined || stream === undefined || !isUnmasked(picture) || !isJpeg(picture)) return undefined;
  const components = countComponents(objects, picture);
  if (components === undefined || !isWhole(file, stream)) return undefined;
  const size = measure(file, stream, components);
  if (size === undefined || !isDeclared(picture, size)) return undefined;
  const shape = ((box.right - box.left) / (box.top - box.bottom)) * (size.height / size.width);
  if (Math.abs(shape - 1) > SHAPE_TOLERANCE) return undefined;
  return { source: { kind: 'stored', ...stream, crc: null }, ...size, box };
}

type StreamPlace = Exclude<LoadedObject['stream'], undefined>;

/** PDFium repairs a wrong stream length; this parser does not. */
function isWhole(file: ByteSource, { offset, length }: StreamPlace): boolean {
  return /^\s{0,2}endstream/.test(file.readUpTo(offset + length, 16).toString('latin1'));
}

function isDeclared({ entries }: PdfDictionary, size: { readonly width: number; readonly height: number }): boolean {
  return entries.get('Width') === size.width && entries.get('Height') === size.height;
}

/** Size of a JPEG that browsers show as the PDF does: expected components, upright. PDF ignores EXIF. */
function measure(
  file: ByteSource,
  { offset, length }: StreamPlace,
  components: number,
): { readonly width: number; readonly height: number } | undefined {
  let wanted = FIRST_HEAD_BYTES;
  for (let look = 0; look < 4; look += 1) {
    const head = file.readUpTo(offset, Math.min(length, wanted));
    const probe = probeImage(head, length);
    if (probe.status === 'measured') {
      const isSame = probe.mediaType === 'image/jpeg' && probe.orientation === 1;
      const { width, height } = probe;
      return isSame && countJpegComponents(head) === components ? { width, height } : undefined;
    }
    if (probe.status !== 'more') return undefined;
    wanted = probe.bytes;
  }
  return undefined;
}

/** A picture without masks and decode arrays, stored in this file. */
function isUnmasked({ entries }: PdfDictionary): boolean {
  const others = ['SMask', 'Mask', 'Decode', 'DecodeParms', 'SMaskInData', 'ImageMask', 'Matte', 'OC', 'F'];
  return isName(entries.get('Subtype'), 'Image') && !others.some((key) => entries.has(key));
}

function isJpeg({ entries }: PdfDictionary): boolean {
  const filter = entries.get('Filter');
  const filters = asItems(filter) ?? [filter];
  return filters.length === 1 && isName(filters[0], 'DCTDecode') && entries.get('BitsPerComponent') === 8;
}

/** Components of a grey or RGB picture. Programs disagree about CMYK JPEGs. */
function countComponents(objects: PdfObjects, { entries }: PdfDictionary): number | undefined {
  const space = objects.resolve(entries.get('ColorSpace'));
  if (isName(space)) return SPACES.get(space.value);
  const [family, profile] = asItems(space) ?? [];
  if (isName(family, 'CalRGB')) return 3;
  if (isName(family, 'CalGray')) return 1;
  const stream = isName(family, 'ICCBased') ? loadStream(objects, profile) : undefined;
  const components = asDictionary(stream?.value)?.entries.get('N');
  if (stream === undefined || (components !== 1 && components !== 3)) return undefined;
  return isPlainProfile(objects.expand(stream, PROFILE_BYTES)) ? components : undefined;
}

/**
 * Whether colours look the same without the profile, by its description in Latin or UTF-16 letters (ICC.1:2010 sections
 * 10.13 and 6.5.17).
 */
function isPlainProfile(bytes: Buffer | undefined): boolean {
  return bytes !== undefined && PLAIN_PROFILE.test(bytes.toString('latin1').replaceAll('\0', ''));
}

const PLAIN_PROFILE = /sRGB|sGray|gr[ae]y gamma 2\.2/i;
/** Screen profiles have 3 kB; larger ones of scanners are not plain. */
const PROFILE_BYTES = 64 * 1024;

const SPACES: ReadonlyMap<string, number> = new Map([
  ['DeviceRGB', 3],
  ['DeviceGray', 1],
]);
