import { type EpubTocItem } from '../reading.ts';
import {
  findAttribute,
  childElements,
  findChild,
  readElementText,
  walkElements,
  readAttributeWords,
  type XmlElement,
} from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { resolveHref } from './href.ts';
import { type PackageDocument } from './package-document.ts';

/** Navigation lists and cover of a book; hrefs are archive paths with fragment. */
export interface Navigation {
  readonly toc: readonly EpubTocItem[];
  readonly landmarks: readonly EpubTocItem[];
  readonly pageList: readonly EpubTocItem[];
  /** The document that the landmarks call the cover. */
  readonly coverPath: string | undefined;
}

/** Entries of all lists together: the longest valid page lists have some thousands. */
const ITEM_LIMIT = 20_000;

/** Converts a reference to an archive path with fragment; null when it leaves the book. */
type Resolve = (reference: string | undefined) => string | null;

/**
 * Reads the EPUB 3 navigation document, missing lists from the NCX, and landmarks from the guide. A broken document is
 * a problem and leaves its lists empty.
 * @see EPUB 3.3 section 7, OPF 2.0.1 section 2.4.1
 */
export async function readNavigation(documents: EpubDocuments, book: PackageDocument): Promise<Navigation> {
  const nav = book.items.find(({ properties }) => properties.includes('nav'));
  const fromNav =
    nav === undefined
      ? undefined
      : await documents.attempt('Navigation document', async () =>
          readNavDocument(await documents.readTree(nav.entry), nav.path),
        );
  const needsNcx = fromNav === undefined || fromNav.toc.length === 0;
  const { ncx } = book;
  const fromNcx =
    !needsNcx || ncx === undefined
      ? undefined
      : await documents.attempt('NCX', async () => readNcx(await documents.readTree(ncx.entry), ncx.path));
  return {
    toc: firstFilled(fromNav?.toc, fromNcx?.toc),
    landmarks: firstFilled(fromNav?.landmarks, guideLandmarks(book)),
    pageList: firstFilled(fromNav?.pageList, fromNcx?.pageList),
    coverPath: fromNav?.coverPath,
  };
}

/** EPUB 3 navigation: `nav` elements with an `epub:type`. */
function readNavDocument(root: XmlElement, path: string): Navigation {
  const resolve = resolverFor(path);
  const counter = { left: ITEM_LIMIT };
  const navs = [...walkElements(root)].filter(({ name }) => name === 'nav');
  const list = (type: string): readonly EpubTocItem[] => {
    const nav = navs.find((element) => readAttributeWords(element, 'type').includes(type));
    const items = nav === undefined ? undefined : findList(nav);
    return items === undefined ? [] : readList(items, resolve, counter);
  };
  const toc = list('toc');
  const only = navs.length === 1 ? navs[0] : undefined;
  // Some books omit the type on their only list.
  const untyped = toc.length > 0 || only === undefined || only.attributes.has('type') ? undefined : findList(only);
  return {
    toc: untyped === undefined ? toc : readList(untyped, resolve, counter),
    landmarks: list('landmarks'),
    pageList: list('page-list'),
    coverPath: findCoverPath(navs, resolve),
  };
}

function findCoverPath(navs: readonly XmlElement[], resolve: Resolve): string | undefined {
  const landmarks = navs.find((element) => readAttributeWords(element, 'type').includes('landmarks'));
  if (landmarks === undefined) return undefined;
  for (const element of walkElements(landmarks)) {
    const isCover = element.name === 'a' && readAttributeWords(element, 'type').includes('cover');
    if (isCover) return resolve(findAttribute(element, 'href'))?.replace(/#.*$/, '');
  }
  return undefined;
}

/** EPUB 2's NCX: nested `navPoint`, and `pageTarget` for printed pages. */
function readNcx(root: XmlElement, path: string): Navigation {
  const resolve = resolverFor(path);
  const counter = { left: ITEM_LIMIT };
  const map = findChild(root, 'navMap');
  const pages = findChild(root, 'pageList');
  return {
    toc: map === undefined ? [] : readPoints(map, 'navPoint', resolve, counter),
    landmarks: [],
    pageList: pages === undefined ? [] : readPoints(pages, 'pageTarget', resolve, counter),
    coverPath: undefined,
  };
}

function findList(parent: XmlElement): XmlElement | undefined {
  for (const element of walkElements(parent)) if (element.name === 'ol' || element.name === 'ul') return element;
  return undefined;
}

function readList(list: XmlElement, resolve: Resolve, counter: { left: number }): readonly EpubTocItem[] {
  const items: EpubTocItem[] = [];
  for (const entry of childElements(list, 'li')) {
    if (counter.left <= 0) break;
    counter.left -= 1;
    const sublist = childElements(entry).find(({ name }) => name === 'ol' || name === 'ul');
    const label = childElements(entry).find((element) => element !== sublist);
    const link = label === undefined ? undefined : findLink(label);
    const children = sublist === undefined ? [] : readList(sublist, resolve, counter);
    const title = label === undefined ? '' : readTitle(label);
    const href = resolve(link === undefined ? undefined : findAttribute(link, 'href'));
    if (title !== '' || href !== null || children.length > 0) items.push({ title, href, children });
  }
  return items;
}

function findLink(label: XmlElement): XmlElement | undefined {
  for (const element of walkElements(label)) if (element.name === 'a') return element;
  return undefined;
}

/** Text of a label, with the `alt` of pictures. */
function readTitle(label: XmlElement): string {
  const text = readElementText(label);
  if (text !== '') return text;
  for (const element of walkElements(label)) {
    const replacement = findAttribute(element, 'alt') ?? findAttribute(element, 'title');
    if (replacement !== undefined) return replacement.replace(/\s+/g, ' ');
  }
  return '';
}

function readPoints(
  parent: XmlElement,
  name: string,
  resolve: Resolve,
  counter: { left: number },
): readonly EpubTocItem[] {
  const items: EpubTocItem[] = [];
  for (const point of childElements(parent, name)) {
    if (counter.left <= 0) break;
    counter.left -= 1;
    const label = findChild(point, 'navLabel');
    const content = findChild(point, 'content');
    items.push({
      title: label === undefined ? '' : readElementText(label),
      href: resolve(content === undefined ? undefined : findAttribute(content, 'src')),
      children: readPoints(point, name, resolve, counter),
    });
  }
  return items;
}

function guideLandmarks(book: PackageDocument): readonly EpubTocItem[] {
  return book.guide.map(({ type, title, path, fragment }) => ({
    title: title === '' ? type : title,
    href: path + fragment,
    children: [],
  }));
}

function resolverFor(path: string): Resolve {
  return (reference) => {
    const resolved = reference === undefined ? undefined : resolveHref(path, reference);
    return resolved === undefined ? null : resolved.path + resolved.fragment;
  };
}

function firstFilled(...lists: readonly (readonly EpubTocItem[] | undefined)[]): readonly EpubTocItem[] {
  return lists.find((list) => list !== undefined && list.length > 0) ?? [];
}
