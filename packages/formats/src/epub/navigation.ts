import { type EpubTocItem } from '../reading.ts';
import { attributeOf, childElements, findChild, textOf, walkElements, wordsOf, type XmlElement } from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { resolveHref } from './href.ts';
import { type PackageDocument } from './package-document.ts';

/** What the navigation of a book tells: three lists, and the cover; hrefs are paths in the archive with fragment. */
export interface Navigation {
  readonly toc: readonly EpubTocItem[];
  readonly landmarks: readonly EpubTocItem[];
  readonly pageList: readonly EpubTocItem[];
  /** Path of the document that the landmarks call the cover. */
  readonly coverPath: string | undefined;
}

/** Entries kept of one book's navigation, all lists together: the longest honest page lists have some thousands. */
const ITEM_LIMIT = 20_000;

/** Turns a reference of the navigation document into a path with fragment; null when it leaves the book. */
type Resolve = (reference: string | undefined) => string | null;

/**
 * Reads the navigation: the EPUB 3 navigation document, for what that lacks the NCX, and the guide for landmarks. Broken
 * documents leave their lists empty and add a problem.
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

/** The navigation document of EPUB 3: `nav` elements whose `epub:type` tells which list they are. */
function readNavDocument(root: XmlElement, path: string): Navigation {
  const resolve = resolverFor(path);
  const counter = { left: ITEM_LIMIT };
  const navs = [...walkElements(root)].filter(({ name }) => name === 'nav');
  const list = (type: string): readonly EpubTocItem[] => {
    const nav = navs.find((element) => wordsOf(element, 'type').includes(type));
    const items = nav === undefined ? undefined : findList(nav);
    return items === undefined ? [] : readList(items, resolve, counter);
  };
  const toc = list('toc');
  const only = navs.length === 1 ? navs[0] : undefined;
  // Some books forget the type on the one list they have.
  const untyped = toc.length > 0 || only === undefined || only.attributes.has('type') ? undefined : findList(only);
  return {
    toc: untyped === undefined ? toc : readList(untyped, resolve, counter),
    landmarks: list('landmarks'),
    pageList: list('page-list'),
    coverPath: findCoverPath(navs, resolve),
  };
}

function findCoverPath(navs: readonly XmlElement[], resolve: Resolve): string | undefined {
  const landmarks = navs.find((element) => wordsOf(element, 'type').includes('landmarks'));
  if (landmarks === undefined) return undefined;
  for (const element of walkElements(landmarks)) {
    const isCover = element.name === 'a' && wordsOf(element, 'type').includes('cover');
    if (isCover) return resolve(attributeOf(element, 'href'))?.replace(/#.*$/, '');
  }
  return undefined;
}

/** The NCX of EPUB 2: nested `navPoint`, and `pageTarget` for printed pages. */
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
    const title = label === undefined ? '' : titleOf(label);
    const href = resolve(link === undefined ? undefined : attributeOf(link, 'href'));
    if (title !== '' || href !== null || children.length > 0) items.push({ title, href, children });
  }
  return items;
}

function findLink(label: XmlElement): XmlElement | undefined {
  for (const element of walkElements(label)) if (element.name === 'a') return element;
  return undefined;
}

/** Text of a label; pictures count with their `alt`. */
function titleOf(label: XmlElement): string {
  const text = textOf(label);
  if (text !== '') return text;
  for (const element of walkElements(label)) {
    const replacement = attributeOf(element, 'alt') ?? attributeOf(element, 'title');
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
      title: label === undefined ? '' : textOf(label),
      href: resolve(content === undefined ? undefined : attributeOf(content, 'src')),
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
