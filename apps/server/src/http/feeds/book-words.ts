import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';

/** Contributors in the order of the feed: writers first. */
const ROLE_ORDER = [
  'author',
  'co_author',
  'writer',
  'illustrator',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
];

type Author = CatalogBook['credits']['authors'][number];

/** `urn:isbn:` takes digits only. */
const ISBN = /^(?:97[89])?\d{9}[\dX]$/;

function rank({ role }: Author): number {
  const at = ROLE_ORDER.indexOf(role);
  return at === -1 ? ROLE_ORDER.length : at;
}

/** The contributors of a book, writers first, each name once. */
export function listPeople({ credits: { authors } }: CatalogBook): readonly Author[] {
  if (authors.length === 0) return authors;
  const sorted = authors.toSorted((one, other) => rank(one) - rank(other));
  const seen = new Set<string>();
  return sorted.filter(({ name }) => {
    if (name.trim() === '' || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** The genres and tags of a book, each once. */
export function listSubjects({ subjects }: CatalogBook): readonly string[] {
  if (subjects.length === 0) return subjects;
  return [...new Set(subjects.map((name) => name.trim()))].filter((name) => name !== '');
}

/** The title in a list, with the number of the book if the title has none. */
export function displayTitle({ title, path, number }: CatalogBook): string {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const name = title.trim() === '' ? fileName : title;
  return number === null || /\d/.test(name) ? name : `${number} - ${name}`;
}

/** Days of a month from 1; 0 for an invalid month. The calendar repeats every 400 years. */
function daysIn(year: number, month: number): number {
  return month >= 1 && month <= 12 ? new Date(Date.UTC(2_000 + (year % 400), month, 0)).getUTCDate() : 0;
}

/** `2026`, `2026-03` or `2026-03-14`, as precise as the parts allow; undefined without a year. */
export function formatIssued({ credits: { year, month, day } }: CatalogBook): string | undefined {
  if (year === null || year < 0 || year > 9_999) return undefined;
  const parts = [String(year).padStart(4, '0')];
  const days = month === null ? 0 : daysIn(year, month);
  if (days > 0) parts.push(String(month).padStart(2, '0'));
  if (day !== null && day >= 1 && day <= days) parts.push(String(day).padStart(2, '0'));
  return parts.join('-');
}

/** BCP 47 with hyphens; undefined for invalid text. */
export function formatLanguage({ credits: { languageIso } }: CatalogBook): string | undefined {
  const language = languageIso?.trim().replaceAll('_', '-');
  return language !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : undefined;
}

/** The ISBNs of a book as URIs. */
export function listIsbns({ credits: { isbns } }: CatalogBook): readonly string[] {
  if (isbns === null) return [];
  const found = isbns.split(/[\s,;]+/).map((isbn) => isbn.replaceAll('-', '').toUpperCase());
  return [...new Set(found)].filter((isbn) => ISBN.test(isbn)).map((isbn) => `urn:isbn:${isbn}`);
}

export function getFileName({ path }: CatalogBook): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a book can be streamed page by page. */
export function isStreamable({ layout, pageCount, deleted }: CatalogBook): boolean {
  return layout === 'pages' && pageCount > 0 && !deleted;
}
