import type { Cell, ExportField } from './export-fields.ts';

/** One table of an export. */
export interface ExportSection<Row> {
  readonly name: 'series' | 'books' | 'audit';
  /** For people, as the labels of the fields. */
  readonly heading: string;
  readonly anchor: string;
  readonly fields: readonly ExportField<Row>[];
}

/** Writes tables as text, in parts. */
export interface ExportText {
  readonly begin: string;
  readonly openSection: <Row>(section: ExportSection<Row>, index: number) => string;
  /** @param index of the row in its table, from 0 */
  readonly row: <Row>(section: ExportSection<Row>, row: Row, index: number) => string;
  readonly closeSection: string;
  readonly end: string;
}

const BETWEEN = '; ';

function isList(cell: Cell): cell is readonly string[] {
  return Array.isArray(cell);
}

function flat(cell: Cell): string {
  if (cell === null) return '';
  return isList(cell) ? cell.join(BETWEEN) : String(cell);
}

/** Start of a formula in spreadsheets, also after spaces. */
const FORMULA = /^[\s\u{feff}]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

/** A cell of CSV (RFC 4180). An apostrophe before a text stops spreadsheets from calculating it. */
function csvCell(cell: Cell): string {
  const text = flat(cell);
  const safe = typeof cell !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const CSV: ExportText = {
  begin: '',
  openSection: ({ fields }) => `${fields.map(({ key }) => csvCell(key)).join(',')}\r\n`,
  row: ({ fields }, row) => `${fields.map(({ read }) => csvCell(read(row))).join(',')}\r\n`,
  closeSection: '',
  end: '',
};

function jsonRow<Row>({ fields }: ExportSection<Row>, row: Row, index: number): string {
  const item = Object.fromEntries(fields.map(({ key, read }) => [key, read(row)]));
  return `${index === 0 ? '' : ','}\n${JSON.stringify(item)}`;
}

const JSON_LIST: ExportText = {
  begin: '',
  openSection: () => '[',
  row: jsonRow,
  closeSection: '\n]\n',
  end: '',
};

const JSON_LISTS: ExportText = {
  begin: '{',
  openSection: ({ name }, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(name)}: [`,
  row: jsonRow,
  closeSection: '\n]',
  end: '\n}\n',
};

/** A text as one escaped line of Markdown. */
function markdownText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>#&|~]/g, String.raw`\$&`)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const MARKDOWN: ExportText = {
  begin: '',
  openSection: ({ heading }) => `# ${heading}\n\n`,
  row: ({ fields, anchor }, row) => {
    const named = fields.find(({ key }) => key === anchor);
    const heading = named === undefined ? '' : markdownText(flat(named.read(row)));
    const lines = fields
      .filter((field) => field !== named)
      .map(({ label, read }) => [label, markdownText(flat(read(row)))] as const)
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `- **${label}:** ${text}\n`);
    return `## ${heading === '' ? 'Without a name' : heading}\n\n${lines.join('')}\n`;
  },
  closeSection: '',
  end: '',
};

/** The writer of a format. */
export function exportText(format: 'json' | 'csv' | 'md', sectionCount: number): ExportText {
  if (format === 'csv') return CSV;
  if (format === 'md') return MARKDOWN;
  return sectionCount === 1 ? JSON_LIST : JSON_LISTS;
}
