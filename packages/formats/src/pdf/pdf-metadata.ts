import { distinctIsbns, findIsbns } from '../metadata/isbn.ts';
import { normalizeLanguage } from '../metadata/language.ts';
import { compact, distinct, readDate, splitList } from '../metadata/values.ts';
import { type Contributor, type EmbeddedMetadata } from '../reading.ts';
import { stripForbidden } from '../xml/decode-text.ts';
import { htmlToText } from '../xml/html-text.ts';
import { type PdfHandle, readWideText } from './document.ts';
import { type XmpValues } from './xmp.ts';

/** Used keys of the document information dictionary. */
export type InfoValues = Readonly<Record<'Title' | 'Author' | 'Subject' | 'Keywords' | 'CreationDate', string>>;

/** Reads the information dictionary; absent keys are empty. */
export function readInfo(handle: PdfHandle): InfoValues {
  const text = (key: string): string =>
    stripForbidden(
      readWideText(handle.pdfium, (buffer, length) =>
        handle.pdfium.api.FPDF_GetMetaText(handle.document, key, buffer, length),
      ),
    ).trim();
  return handle.run(() => ({
    Title: text('Title'),
    Author: text('Author'),
    Subject: text('Subject'),
    Keywords: text('Keywords'),
    CreationDate: text('CreationDate'),
  }));
}

/**
 * Merges the information dictionary and XMP. The dictionary wins, as writers keep it up to date more often; only XMP
 * lists authors one by one.
 * @see PDF 32000-1:2008 section 14.3
 */
export function toMetadata(info: InfoValues, xmp: XmpValues | undefined): EmbeddedMetadata {
  const all = (name: string): readonly string[] => xmp?.get(name) ?? [];
  const creators = all('creator');
  const authors = creators.length > 1 ? distinct(creators) : splitAuthors(firstFilled(info.Author, creators[0]));
  const subject = firstFilled(info.Subject, all('description')[0]);
  const keywords = firstFilled(info.Keywords, all('Keywords')[0]);
  const values = compact<EmbeddedMetadata>({
    title: firstFilled(info.Title, all('title')[0])?.replace(/\s+/g, ' '),
    summary: subject === undefined ? undefined : htmlToText(subject),
    contributors: authors.map((name): Contributor => ({ name, role: 'author' })),
    // XMP's "subject" holds keywords, not a summary.
    tags: distinct([...splitList(keywords).filter((word) => findIsbns(word).length === 0), ...all('subject')]),
    publisher: all('publisher')[0],
    languageIso: all('language')
      .map(normalizeLanguage)
      .find((tag) => tag !== undefined),
    isbns: distinctIsbns(
      [keywords, subject, info.Title, ...all('isbn'), ...all('ISBN'), ...all('identifier')].flatMap((text) =>
        findIsbns(text ?? ''),
      ),
    ),
    ...readDate(firstFilled(all('date')[0], all('publicationDate')[0], info.CreationDate, all('CreateDate')[0])),
  });
  const sources = [
    ...(Object.values(info).some((text) => text !== '') ? ['Info'] : []),
    ...(xmp === undefined ? [] : ['XMP']),
  ];
  return { ...values, sources };
}

/** Splits at semicolons; at commas only when each part is a whole name, as "Doe, Jane" is one person. */
function splitAuthors(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (text.includes(';')) return distinct(text.split(';'));
  const parts = text.split(/,|\s+and\s+|\s+&\s+/);
  return parts.every((part) => /\S\s+\S/.test(part.trim())) ? distinct(parts) : distinct([text]);
}

function firstFilled(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text.trim() !== '');
}
