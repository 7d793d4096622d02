import { asDictionary, asItems, type PdfDictionary, type PdfValue } from './object-syntax.ts';
import { type PdfObjects } from './objects.ts';

/** A page of the page tree. */
export interface PageNode {
  readonly entries: PdfDictionary['entries'];
  /** A resolved key of the page or its nearest ancestor. */
  readonly inherited: (key: 'Resources' | 'MediaBox' | 'CropBox' | 'Rotate') => PdfValue | undefined;
}

/** A box in points. */
export interface PdfBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const DEPTH_LIMIT = 64;

/**
 * All pages in order; undefined when the tree is damaged or has another number of pages.
 * @see PDF 32000-1:2008 section 7.7.3
 */
export function listPageNodes(objects: PdfObjects, count: number): readonly PageNode[] | undefined {
  const pages: PageNode[] = [];
  // Valid trees have few nodes without pages.
  let nodesLeft = count * 2 + DEPTH_LIMIT;
  const visit = (value: PdfValue, above: readonly PdfDictionary[]): boolean => {
    nodesLeft -= 1;
    const node = nodesLeft < 0 || above.length > DEPTH_LIMIT ? undefined : asDictionary(objects.resolve(value));
    if (node === undefined) return false;
    const chain = [node, ...above];
    const kids = node.entries.get('Kids');
    if (kids !== undefined) {
      return asItems(objects.resolve(kids))?.every((kid) => visit(kid, chain)) ?? false;
    }
    pages.push({
      entries: node.entries,
      inherited: (key) => objects.resolve(chain.find(({ entries }) => entries.has(key))?.entries.get(key)),
    });
    return true;
  };
  const root = objects.catalog?.entries.get('Pages');
  return root !== undefined && visit(root, []) && pages.length === count ? pages : undefined;
}

/** The crop box within the media box; undefined without one. */
export function visibleBox({ inherited }: PageNode, objects: PdfObjects): PdfBox | undefined {
  const media = toBox(inherited('MediaBox'), objects);
  const stated = inherited('CropBox');
  const crop = stated === undefined ? media : toBox(stated, objects);
  if (media === undefined || crop === undefined) return undefined;
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return box.right > box.left && box.top > box.bottom ? box : undefined;
}

function toBox(value: PdfValue | undefined, objects: PdfObjects): PdfBox | undefined {
  const numbers = asItems(value)
    ?.map((item) => objects.resolve(item))
    .filter((item) => typeof item === 'number');
  const [x1, y1, x2, y2] = numbers ?? [];
  if (numbers?.length !== 4 || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return undefined;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}
