import { type EmbeddedMetadata } from '../reading.ts';
import { attributeOf, childElements, type XmlElement } from '../xml/tree.ts';
import { readInteger } from './values.ts';

/** Kinds of pages of ComicInfo 2.1, by their name in lower case. */
const TYPES: ReadonlyMap<string, string> = new Map(
  'FrontCover InnerCover Roundup Story Advertisement Editorial Letters Preview BackCover Other Deleted'
    .split(' ')
    .map((type) => [type.toLowerCase(), type]),
);

/** What a ComicInfo document says of single pages. Indexes count from 0 and may lie outside the book. */
export interface ComicPages {
  readonly coverIndex: number | null;
  readonly bookmarks: readonly { readonly index: number; readonly title: string }[];
  /** Pages that are more than one page of the story. */
  readonly marks: NonNullable<EmbeddedMetadata['pageMarks']>;
}

/**
 * Reads the `Pages` of a ComicInfo document. A page without a usable `Image` is left out.
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

/** A page may be of several kinds, separated by spaces. */
function readTypes(page: XmlElement): readonly string[] {
  const words = (attribute(page, 'Type') ?? '').split(/[\s,]+/);
  return [...new Set(words.flatMap((word) => TYPES.get(word.toLowerCase()) ?? []))];
}

/** Programs write attributes with a small first letter, too. */
function attribute(page: XmlElement, name: string): string | undefined {
  return attributeOf(page, name) ?? attributeOf(page, name.charAt(0).toLowerCase() + name.slice(1));
}
