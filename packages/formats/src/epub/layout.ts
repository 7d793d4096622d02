import { collectStatements } from '../metadata/opf-refinements.ts';
import { findAttribute, readElementText, walkElements, type XmlElement } from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { type PackageDocument } from './package-document.ts';

const APPLE_OPTIONS = 'META-INF/com.apple.ibooks.display-options.xml';

/**
 * Whether the book has fixed layout: EPUB 3 for the book or for every spine item, the option file of Apple Books, or
 * `fixed-layout` of Kindle and Kobo.
 * @see EPUB 3.3 section 8.2.2
 */
export async function isFixedLayout(documents: EpubDocuments, book: PackageDocument): Promise<boolean> {
  const statements = collectStatements(book.root);
  const declared = statements.properties('rendition:layout')[0]?.text ?? statements.meta('rendition:layout');
  if (declared !== undefined) return declared === 'pre-paginated' || declared === 'fixed';
  if (isYes(statements.meta('fixed-layout'))) return true;
  const hasEveryItemFixed = book.spine.every(({ properties }) => properties.includes('rendition:layout-pre-paginated'));
  if (book.spine.length > 0 && hasEveryItemFixed) return true;
  const entry = documents.entries.find(APPLE_OPTIONS);
  if (entry === undefined) return false;
  const options = await documents.attempt('Display options', () => documents.readTree(entry));
  return options !== undefined && hasFixedOption(options);
}

function hasFixedOption(root: XmlElement): boolean {
  for (const element of walkElements(root)) {
    if (element.name !== 'option' || findAttribute(element, 'name') !== 'fixed-layout') continue;
    if (isYes(readElementText(element))) return true;
  }
  return false;
}

function isYes(text: string | undefined): boolean {
  return text !== undefined && /^(?:true|yes)$/i.test(text.trim());
}
