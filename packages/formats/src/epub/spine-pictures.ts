import { type ContentScan, scanContent } from './content-scan.ts';
import { type EpubDocuments } from './documents.ts';
import { isContentType, isRasterType } from './media-types.ts';
import { type PackageDocument, type PackageItem } from './package-document.ts';

/** Content of a spine item. */
export interface SpineView {
  /** Raster pictures in document order, those inside SVG files too. */
  readonly pictures: readonly PackageItem[];
  readonly textLength: number;
  readonly isNavigation: boolean;
}

/** Scans documents for pictures, each file once. */
export interface PictureFinder {
  /** A broken document yields no pictures and a problem. */
  readonly view: (item: PackageItem) => Promise<SpineView>;
}

/** Creates the finder of one book. */
export function createPictureFinder(documents: EpubDocuments, book: PackageDocument): PictureFinder {
  const scans = new Map<PackageItem, ContentScan>();
  const views = new Map<PackageItem, SpineView>();

  const scan = async (item: PackageItem): Promise<ContentScan> => {
    const known = scans.get(item);
    if (known !== undefined) return known;
    const found = await documents.attempt(`"${item.path}"`, async () =>
      scanContent(await documents.readText(item.entry), item.path),
    );
    const result = found ?? { pictures: [], textLength: 0 };
    scans.set(item, result);
    return result;
  };

  const findShown = (from: PackageItem, paths: readonly string[]): readonly PackageItem[] =>
    paths.flatMap((path) => {
      const shown = book.findItem(path);
      if (shown === undefined)
        documents.report('epub.missing-resource', `"${from.path}" shows "${path}", which is missing`);
      return shown ?? [];
    });

  const listRasters = async (shown: PackageItem): Promise<readonly PackageItem[]> => {
    if (isRasterType(shown.mediaType)) return [shown];
    if (shown.mediaType !== 'image/svg+xml') return [];
    const { pictures } = await scan(shown);
    return findShown(shown, pictures).filter(({ mediaType }) => isRasterType(mediaType));
  };

  const look = async (item: PackageItem): Promise<SpineView> => {
    const isNavigation = item.properties.includes('nav');
    if (isRasterType(item.mediaType)) return { pictures: [item], textLength: 0, isNavigation };
    if (!isContentType(item.mediaType)) return { pictures: [], textLength: 0, isNavigation };
    const { pictures, textLength } = await scan(item);
    const found: PackageItem[] = [];
    for (const shown of findShown(item, pictures)) found.push(...(await listRasters(shown)));
    return { pictures: [...new Set(found)], textLength, isNavigation };
  };

  return {
    view: async (item) => {
      const view = views.get(item) ?? (await look(item));
      views.set(item, view);
      return view;
    },
  };
}
