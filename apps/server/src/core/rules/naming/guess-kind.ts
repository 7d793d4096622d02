import { BOOK_FORMATS, formatByName, type KindGuess, LIBRARY_KINDS, type LibraryKind } from '@lectern/contract';
import type { BookReading } from '@lectern/formats';
import { mark, say } from '#words/say.ts';
import { readVolumeAndChapter } from './numbers.ts';
import { stripExtension, toFileName } from './place-in-series.ts';

type FileKind = 'comic' | 'ebook' | 'document';

/** What the names of a folder's files say. */
export interface NameCounts {
  readonly byKind: Record<FileKind, number>;
  /** Names with a volume or chapter, as manga have. */
  numbered: number;
  /** Names with a date or an issue of a year, as magazines have. */
  dated: number;
  /** Names in kana. */
  japanese: number;
}

/** Counts of no names. */
export function startCounts(): NameCounts {
  return { byKind: { comic: 0, ebook: 0, document: 0 }, numbered: 0, dated: 0, japanese: 0 };
}

const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|sept|ene|abr|ago|dic';
/** `2024-03`, `2024.11.05`, `March 2024`, `2024 No. 7`, `12/2023` as `12-2023`. */
const DATED = new RegExp(
  String.raw`(?:19|20)\d\d[-_. ](?:0?[1-9]|1[0-2])(?!\d)|(?<!\d)(?:0?[1-9]|1[0-2])[-_.](?:19|20)\d\d|(?:${MONTHS})[^\d]{0,10}(?:19|20)\d\d|(?:19|20)\d\d.{0,3}(?:no|nr|issue|heft|numéro|№)\W{0,2}\d`,
  'iu',
);
const KANA = /[\u3040-\u30ff]/u;

/** Counts a file by its name. */
export function countName(counts: NameCounts, path: string): void {
  const fileName = toFileName(path);
  const format = formatByName(fileName);
  const stem = stripExtension(fileName);
  const { volume, chapter } = readVolumeAndChapter(stem);
  counts.byKind[format === undefined ? 'comic' : BOOK_FORMATS[format].kind] += 1;
  if (volume !== null || chapter !== null) counts.numbered += 1;
  if (DATED.test(stem)) counts.dated += 1;
  if (KANA.test(stem)) counts.japanese += 1;
}

/** What the inside of a book says. */
export interface BookSigns {
  readonly isComic: boolean;
  readonly isRightToLeft: boolean;
  readonly isStrip: boolean;
}

/** Height by width from which a page is a part of a strip; a double page of manga is far below. */
const STRIP_RATIO = 2.2;

/** Reads the signs of an opened book. */
export function readSigns({ format, layout, pages, metadata, epub }: BookReading): BookSigns {
  // A cover may have any shape.
  const sized = pages
    .slice(1)
    .flatMap(({ width, height }) => (width === null || height === null ? [] : [height / width]));
  const tall = sized.filter((ratio) => ratio >= STRIP_RATIO).length;
  const { readingDirection, manga = false } = metadata;
  return {
    isComic: layout === 'pages' && BOOK_FORMATS[format].kind !== 'document',
    isRightToLeft: readingDirection === 'rtl' || manga || epub?.direction === 'rtl',
    isStrip: readingDirection === 'webtoon' || (sized.length > 0 && tall > sized.length / 2),
  };
}

/** What is known of a folder. */
export interface FolderSigns {
  readonly folderName: string;
  readonly counts: NameCounts;
  readonly books: readonly BookSigns[];
}

const NAMED: readonly (readonly [LibraryKind, RegExp])[] = [
  ['manga', /manga|漫画|マンガ|コミック|만화|манга/iu],
  [
    'comics',
    /webtoon|manhwa|manhua|웹툰|comic|graphic novel|bandes? dessin|\bbd\b|fumetti|historieta|quadrinhos|komiks|комикс|كوميكس/iu,
  ],
  ['magazines', /magazine|zeitschrift|revue|rivist|revista|czasopism|журнал|雑誌|杂志|잡지|مجل/iu],
  ['books', /book|novel|novela|roman|livre|libro|libri|livro|bücher|książ|powieś|книг|小説|本|书|책|كتب|calibre/iu],
];
const STRIPS_NAMED = /webtoon|manhwa|웹툰/iu;

const BECAUSE = {
  named: mark('The folder is called “{folderName}”.'),
  rightToLeft: mark('Its books say that they are read from right to left.'),
  strips: mark('The pages of its books are long strips.'),
  comics: mark('Nearly all of its files are comics.'),
  ebooks: mark('Nearly all of its files are ebooks.'),
  documents: mark('Nearly all of its files are PDF documents.'),
  volumes: mark('The names of its files have volumes and chapters.'),
  dates: mark('The names of its files have dates.'),
  japanese: mark('The names of its files are Japanese.'),
  several: mark('It has files of several kinds.'),
} as const;
type Reason = keyof typeof BECAUSE;

interface Finding {
  readonly kind: LibraryKind;
  readonly reasons: readonly Reason[];
}

/** A share from which files of another kind do not count. */
const NEARLY_ALL = 0.8;
const MOST = 0.5;

function findByFormat({ counts, books }: FolderSigns, total: number): Finding {
  const { comic, ebook, document } = counts.byKind;
  const isMost = (count: number, share = MOST): boolean => count > total * share;
  const drawn = books.filter(({ isComic }) => isComic).length;
  if (isMost(ebook, NEARLY_ALL) && drawn <= books.length / 2) return { kind: 'books', reasons: ['ebooks'] };
  if (isMost(counts.dated) && !isMost(ebook)) return { kind: 'magazines', reasons: ['dates'] };
  if (isMost(comic, NEARLY_ALL) && isMost(counts.japanese)) return { kind: 'manga', reasons: ['comics', 'japanese'] };
  if (isMost(comic, NEARLY_ALL) && isMost(counts.numbered)) return { kind: 'manga', reasons: ['comics', 'volumes'] };
  if (isMost(comic, NEARLY_ALL) || drawn > books.length / 2) return { kind: 'comics', reasons: ['comics'] };
  if (isMost(document, NEARLY_ALL)) return { kind: 'books', reasons: ['documents'] };
  return { kind: 'mixed', reasons: ['several'] };
}

/** A name counts unless nearly all files are of another kind. Books may be any: other files tell more than that word. */
function findByName({ folderName, counts }: FolderSigns, total: number): Finding | undefined {
  const kind = NAMED.find(([, pattern]) => pattern.test(folderName))?.[0];
  const isDrawn = kind === 'manga' || kind === 'comics';
  if (kind === 'books' && counts.byKind.comic > total * (1 - NEARLY_ALL)) return undefined;
  const others = isDrawn ? counts.byKind.ebook : 0;
  return kind === undefined || others > total * NEARLY_ALL ? undefined : { kind, reasons: ['named'] };
}

function countMost(books: readonly BookSigns[], sign: 'isRightToLeft' | 'isStrip'): boolean {
  const drawn = books.filter(({ isComic }) => isComic);
  return drawn.length > 0 && drawn.filter((book) => book[sign]).length > drawn.length / 2;
}

function find(signs: FolderSigns, total: number): Finding & { readonly isStrips: boolean } {
  const named = findByName(signs, total);
  const first = named ?? findByFormat(signs, total);
  // The few comics of a mixed folder say nothing of the rest.
  const isDrawn = first.kind === 'comics' || first.kind === 'manga';
  if (isDrawn && countMost(signs.books, 'isStrip')) {
    return { kind: 'comics', reasons: [...first.reasons, 'strips'], isStrips: true };
  }
  const isStrips = named?.kind === 'comics' && STRIPS_NAMED.test(signs.folderName);
  if (!isStrips && isDrawn && countMost(signs.books, 'isRightToLeft')) {
    return { kind: 'manga', reasons: [...(named?.reasons ?? []), 'rightToLeft'], isStrips };
  }
  return { ...first, isStrips };
}

/** Guesses what a folder holds; null without books. Reasons are in the language of the viewer. */
export function guessKind(signs: FolderSigns): KindGuess | null {
  const { comic, ebook, document } = signs.counts.byKind;
  const total = comic + ebook + document;
  if (total === 0) return null;
  const { kind, reasons, isStrips } = find(signs, total);
  return {
    kind,
    defaultReadingDirection: isStrips ? 'webtoon' : LIBRARY_KINDS[kind].defaultReadingDirection,
    reasons: reasons.map((reason) => say(BECAUSE[reason], { folderName: signs.folderName })),
  };
}
