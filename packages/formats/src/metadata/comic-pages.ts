import { type EmbeddedMetadata } from '../reading.ts';
import { findAttribute, childElements, type XmlElement } from '../xml/tree.ts';
import { readInteger } from './values.ts';

/** Page types of ComicInfo 2.1 by lower-case name. */
const TYPES: ReadonlyMap<string, string> = new Map(
  'FrontCover InnerCover Roundup Story Advertisement Editorial Letters Preview BackCover Other Deleted'
    .split(' ')
    .map((type) => [type.toLowerCase(), type]),
);

/** Pages of a ComicInfo document. Indexes count from 0 and may lie outside the book. */
export interface ComicPages {
  readonly coverIndex: number | null;
  readonly bookmarks: readonly { readonly index: number; readonly title: string }[];
  readonly marks: NonNullable<EmbeddedMetadata['pageMarks']>;
}

/**
 * Reads the `Pages` of a ComicInfo document. A page without a valid `Image` is skipped.
 * @see ComicInfo schema 2.1, ComicPageInfo
 */
export function readComicPages(root: XmlElement): ComicPages {
  const pages = childElements(root)
    .filter(({ name }) => name.toLowerCase() === 'pages')
    .flatMap((list) => childElements(list))
    .flatMap((page) => {
      const index = readInteger(attribute(page, 'Image'), 0);
      return index === undefined ? [] : [{ page, index, types: readTypes(page) }];
    });
  return {
    coverIndex: pages.find(({ types }) => types.includes('FrontCover'))?.index ?? null,
    bookmarks: pages.flatMap(({ page, index }) => {
      const title = attribute(page, 'Bookmark')?.replace(/\s+/g, ' ');
      return title === undefined ? [] : [{ index, title }];
    }),
    marks: pages.flatMap(({ page, index, types }) => {
      const told = types.filter((type) => type !== 'Story');
      const isDouble = /^(?:true|1|yes)$/i.test(attribute(page, 'DoublePage') ?? '');
      if (told.length === 0 && !isDouble) return [];
      return [{ index, ...(told.length === 0 ? {} : { types: told }), ...(isDouble ? { isDouble } : {}) }];
    }),
  };
}

/** A page may have several types, separated by spaces. */
function readTypes(page: XmlElement): readonly string[] {
  const words = (attribute(page, 'Type') ?? '').split(/[\s,]+/);
  return [...new Set(words.flatMap((word) => TYPES.get(word.toLowerCase()) ?? []))];
}

/** Some programs write attributes in lower case. */
function attribute(page: XmlElement, name: string): string | undefined {
  return findAttribute(page, name) ?? findAttribute(page, name.charAt(0).toLowerCase() + name.slice(1));
}
