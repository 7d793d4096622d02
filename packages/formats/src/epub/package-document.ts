import { type ContainerEntry } from '../container.ts';
import { type EpubStructure } from '../reading.ts';
import {
  findAttribute,
  childElements,
  findChild,
  walkElements,
  readAttributeWords,
  type XmlElement,
} from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { type FoundPackage } from './find-package.ts';
import { resolveHref } from './href.ts';
import { mediaTypeByExtension, normalizeMediaType } from './media-types.ts';

/** A file in the manifest and the archive. */
export interface PackageItem {
  /** Empty for files outside the manifest. */
  readonly id: string;
  readonly path: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly entry: ContainerEntry;
}

/** Files of a book and their order. */
export interface PackageDocument {
  readonly path: string;
  readonly root: XmlElement;
  readonly version: string;
  readonly direction: EpubStructure['direction'];
  readonly items: readonly PackageItem[];
  readonly spine: readonly {
    readonly item: PackageItem;
    readonly linear: boolean;
    readonly properties: readonly string[];
  }[];
  /** The NCX, by the spine or the media type. */
  readonly ncx: PackageItem | undefined;
  readonly guide: readonly {
    readonly type: string;
    readonly title: string;
    readonly path: string;
    readonly fragment: string;
  }[];
  readonly findItem: (path: string) => PackageItem | undefined;
}

/**
 * Reads manifest, spine and guide. A missing file is a problem. Files that many books forget to list are added at the
 * end when their extension is known.
 */
export function readPackageDocument(documents: EpubDocuments, { path, root }: FoundPackage): PackageDocument {
  const { byId, listed } = readManifest(documents, path, root);
  const items = [...listed, ...listUnlisted(documents, listed, path)];
  const byPath = new Map(items.map((item) => [item.path, item]));
  const findItem = (wanted: string): PackageItem | undefined => {
    const found = byPath.get(wanted);
    if (found !== undefined) return found;
    const entry = documents.entries.find(wanted);
    return entry === undefined ? undefined : byPath.get(documents.entries.pathOf(entry));
  };
  const spineElement = findChild(root, 'spine');
  const tocId = spineElement === undefined ? undefined : findAttribute(spineElement, 'toc');
  const direction = spineElement === undefined ? undefined : findAttribute(spineElement, 'page-progression-direction');
  return {
    path,
    root,
    version: findAttribute(root, 'version') ?? '',
    direction: direction === 'rtl' || direction === 'ltr' ? direction : 'default',
    items,
    spine: readSpine(documents, spineElement, byId),
    ncx: (tocId === undefined ? undefined : byId.get(tocId)) ?? items.find(isNcx),
    guide: readGuide(root, path),
    findItem,
  };
}

function isNcx(item: PackageItem): boolean {
  return item.mediaType === 'application/x-dtbncx+xml';
}

interface Manifest {
  readonly byId: ReadonlyMap<string, PackageItem>;
  readonly listed: readonly PackageItem[];
}

function readManifest(documents: EpubDocuments, base: string, root: XmlElement): Manifest {
  const byId = new Map<string, PackageItem>();
  const byEntry = new Map<ContainerEntry, PackageItem>();
  const manifest = findChild(root, 'manifest');
  for (const element of manifest === undefined ? [] : childElements(manifest, 'item')) {
    const href = findAttribute(element, 'href');
    if (href === undefined) continue;
    const resolved = resolveHref(base, href);
    // Remote audio and video are allowed, but never served.
    if (resolved === undefined) continue;
    const { entries } = documents;
    const entry = entries.find(resolved.path) ?? entries.find(undecoded(base, href));
    if (entry === undefined) {
      documents.report('epub.missing-resource', `The manifest lists "${href}", which is missing`);
      continue;
    }
    const id = findAttribute(element, 'id') ?? '';
    const item = byEntry.get(entry) ?? makeItem(documents, element, { id, entry });
    byEntry.set(entry, item);
    if (!byId.has(id)) byId.set(id, item);
  }
  return { byId, listed: [...byEntry.values()] };
}

/** Takes the href as a plain name, for books that forgot to encode a percent sign. */
function undecoded(base: string, href: string): string {
  return base.slice(0, base.lastIndexOf('/') + 1) + href;
}

function makeItem(
  documents: EpubDocuments,
  element: XmlElement,
  { id, entry }: { readonly id: string; readonly entry: ContainerEntry },
): PackageItem {
  const path = documents.entries.pathOf(entry);
  const declared = normalizeMediaType(findAttribute(element, 'media-type'));
  const mediaType = declared ?? mediaTypeByExtension(path) ?? 'application/octet-stream';
  return { id, path, mediaType, properties: readAttributeWords(element, 'properties'), entry };
}

function listUnlisted(
  documents: EpubDocuments,
  listed: readonly PackageItem[],
  packagePath: string,
): readonly PackageItem[] {
  const known = new Set(listed.map(({ entry }) => entry));
  return documents.entries.files.flatMap((entry) => {
    const path = documents.entries.pathOf(entry);
    const mediaType = mediaTypeByExtension(path);
    const isOurs = /^(?:META-INF|__MACOSX)\/|(?:^|\/)\.|\.opf$/i.test(path) || path === packagePath;
    if (known.has(entry) || isOurs || mediaType === undefined) return [];
    return [{ id: '', path, mediaType, properties: [], entry }];
  });
}

function readSpine(
  documents: EpubDocuments,
  spine: XmlElement | undefined,
  byId: ReadonlyMap<string, PackageItem>,
): PackageDocument['spine'] {
  const references = spine === undefined ? [] : childElements(spine, 'itemref');
  return references.flatMap((element) => {
    const idref = findAttribute(element, 'idref');
    const item = idref === undefined ? undefined : byId.get(idref);
    if (item === undefined) {
      documents.report('epub.missing-spine-item', `The spine names "${idref ?? ''}", which is missing`);
      return [];
    }
    return [
      {
        item,
        linear: findAttribute(element, 'linear') !== 'no',
        properties: readAttributeWords(element, 'properties'),
      },
    ];
  });
}

function readGuide(root: XmlElement, base: string): PackageDocument['guide'] {
  const guide = findChild(root, 'guide');
  if (guide === undefined) return [];
  return [...walkElements(guide)].flatMap((element) => {
    const href = element.name === 'reference' ? findAttribute(element, 'href') : undefined;
    const resolved = href === undefined ? undefined : resolveHref(base, href);
    if (resolved === undefined) return [];
    const type = findAttribute(element, 'type')?.toLowerCase() ?? '';
    return [{ type, title: findAttribute(element, 'title') ?? '', ...resolved }];
  });
}
