import { plural, t } from '@lingui/core/macro';
import { shortMonth } from '#lib/days.ts';
import { formatNumber } from '#lib/format.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { formatReading } from './measures.ts';
import type { YearSums } from './year-sums.ts';

/** Image size in pixels, portrait for phones. */
const SIZE = { width: 1080, height: 1350 };
const EDGE = 84;

/** The image leaves the application, so its colours ignore the theme. */
const INK = '#201c16';
const SOFT = '#5d5548';
const PAPER = '#faf8f4';
const ACCENT = '#17614a';
const BRASS = '#9a6410';

type Pen = OffscreenCanvasRenderingContext2D;

const SANS = 'system-ui, "Segoe UI", Roboto, Arial, sans-serif';
const SERIF = 'ui-serif, "Iowan Old Style", Palatino, Georgia, serif';

interface Words {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly colour: string;
  /** Maximum width; longer text is cut with an ellipsis. */
  readonly most?: number;
}

function write(pen: Pen, text: string, { x, y, font, colour, most = SIZE.width - 2 * EDGE }: Words): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(shorten(pen, text, most), x, y);
}

function shorten(pen: Pen, text: string, most: number): string {
  if (pen.measureText(text).width <= most) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (letters.length > 0 && pen.measureText(`${letters.join('')}…`).width > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

function drawMonths(pen: Pen, months: readonly number[], top: number): void {
  const height = 210;
  const step = (SIZE.width - 2 * EDGE) / 12;
  const most = Math.max(...months, 1);
  for (const [month, durationMs] of months.entries()) {
    const x = EDGE + month * step;
    const tall = durationMs === 0 ? 4 : Math.max(10, (durationMs / most) * height);
    pen.fillStyle = durationMs === most ? BRASS : ACCENT;
    pen.beginPath();
    pen.roundRect(x + 8, top + height - tall, step - 16, tall, Math.min(8, tall / 2));
    pen.fill();
    const name = shortMonth(`2000-${String(month + 1).padStart(2, '0')}-01`);
    write(pen, name, { x: x + 12, y: top + height + 38, font: `26px ${SANS}`, colour: SOFT });
  }
}

interface NamesDrawn {
  readonly title: string;
  readonly names: readonly string[];
  readonly x: number;
  /** Width of each item. */
  readonly most: number;
}

function drawNames(pen: Pen, { title, names, x, most }: NamesDrawn): void {
  if (names.length === 0) return;
  write(pen, title, { x, y: 945, font: `600 30px ${SANS}`, colour: BRASS, most });
  for (const [index, name] of names.entries()) {
    write(pen, name, { x, y: 1000 + index * 50, font: `600 34px ${SANS}`, colour: INK, most });
  }
}

/** Figures below the title with their labels. */
function yearFigures(sums: YearSums): readonly (readonly [figure: string, words: string])[] {
  const { booksFinished, pagesRead, daysRead, longestDays } = sums;
  return [
    [formatNumber(booksFinished), plural(booksFinished, { one: 'book read', other: 'books read' })],
    [formatNumber(pagesRead), plural(pagesRead, { one: 'page', other: 'pages' })],
    [formatNumber(daysRead), plural(daysRead, { one: 'day', other: 'days' })],
    [formatNumber(longestDays), plural(longestDays, { one: 'day in a row', other: 'days in a row' })],
  ];
}

const lists = new Intl.ListFormat(LANGUAGE);

/** Text alternative of the image. */
export function yearSentence(year: number, sums: YearSums): string {
  const { booksFinished, pagesRead, daysRead, longestDays } = sums;
  const time = formatReading(sums.durationMs);
  const facts = lists.format([
    t`${time} of reading`,
    plural(booksFinished, { one: '# book read', other: '# books read' }),
    plural(pagesRead, { one: '# page', other: '# pages' }),
    plural(daysRead, { one: '# day with reading', other: '# days with reading' }),
    plural(longestDays, { one: '# day in a row', other: '# days in a row' }),
  ]);
  const series = lists.format(sums.series);
  return series === '' ? t`${year} in books: ${facts}.` : t`${year} in books: ${facts}. Most read: ${series}.`;
}

/**
 * Draws the year in review.
 * @throws {Error} when the browser cannot draw
 */
export async function drawYear(year: number, name: string, sums: YearSums): Promise<Blob> {
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures');
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = ACCENT;
  pen.fillRect(0, 0, SIZE.width, 20);
  write(pen, t`${year} in books`, { x: EDGE, y: 170, font: `600 92px ${SERIF}`, colour: INK });
  write(pen, name, { x: EDGE, y: 225, font: `34px ${SANS}`, colour: SOFT });
  write(pen, formatReading(sums.durationMs), { x: EDGE, y: 380, font: `700 108px ${SANS}`, colour: ACCENT });
  write(pen, t`Reading time`, { x: EDGE, y: 430, font: `34px ${SANS}`, colour: SOFT });
  const step = (SIZE.width - 2 * EDGE) / 4;
  for (const [index, [figure, words]] of yearFigures(sums).entries()) {
    const x = EDGE + index * step;
    write(pen, figure, { x, y: 540, font: `700 60px ${SANS}`, colour: INK, most: step - 16 });
    write(pen, words, { x, y: 580, font: `28px ${SANS}`, colour: SOFT, most: step - 16 });
  }
  drawMonths(pen, sums.months, 620);
  const room = SIZE.width - 2 * EDGE;
  const most = sums.genres.length === 0 ? room : room / 2 - 24;
  drawNames(pen, { title: t`Most read`, names: sums.series, x: EDGE, most });
  drawNames(pen, { title: t`Genres`, names: sums.genres, x: SIZE.width / 2 + 12, most });
  write(pen, 'Lectern', { x: EDGE, y: SIZE.height - 50, font: `600 32px ${SERIF}`, colour: SOFT });
  return canvas.convertToBlob({ type: 'image/png' });
}
