import { prefersLessMotion } from '#lib/look.ts';
import type { Size } from '../engine/page-shape.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import { chapterStyles, type PaperColours } from './chapter-styles.ts';
import { fitColumns, type PageGeometry, screenAt, screensFor } from './page-geometry.ts';
import { type Passage, readPassage } from './read-passage.ts';
import { boxAt, mapText, progressionAt, type TextMap } from './text-map.ts';

/** Target position in a chapter. */
export type Aim =
  | { readonly kind: 'progression'; readonly value: number }
  | { readonly kind: 'fragment'; readonly id: string }
  | { readonly kind: 'end' };

export interface Look {
  readonly settings: ReaderSettings;
  readonly window: Size;
  readonly colours: PaperColours;
}

/** Whether a chapter is one picture, such as a cover: in the left of two columns it would look lost. */
function isOnePicture({ body }: Document): boolean {
  return body.textContent.trim() === '' && body.querySelectorAll('img, svg').length === 1;
}

const IN_THE_MIDDLE = 'img, svg { display: block !important; margin-inline: auto !important; }';

/** A chapter in its frame. The reader controls layout and position; the document runs no scripts. */
export class ChapterDocument {
  readonly #document: Document;
  readonly #sheet: CSSStyleSheet;
  readonly #text: TextMap;
  readonly #isPicture: boolean;
  readonly isVertical: boolean;
  readonly isRightToLeft: boolean;
  #geometry: PageGeometry;
  #isPaged = true;
  #screens = 1;
  /** Share of the text before the chosen place; layout changes keep it. */
  #anchor = 0;

  constructor(document: Document, look: Look) {
    const view = document.defaultView;
    if (view === null) throw new Error('The chapter has no window');
    this.#document = document;
    this.#sheet = new view.CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    const style = view.getComputedStyle(document.body);
    this.isVertical = style.writingMode.startsWith('vertical');
    this.isRightToLeft = style.direction === 'rtl' || style.writingMode === 'vertical-rl';
    this.#text = mapText(document);
    this.#isPicture = isOnePicture(document);
    this.#geometry = this.#fit(look);
    this.dress(look);
  }

  #fit({ window, settings }: Look): PageGeometry {
    return fitColumns(window, this.#isPicture ? { ...settings, columns: 'one' } : settings, this.isVertical);
  }

  /** Applies typography, colours and page size, and keeps the place in the text. */
  dress(look: Look): void {
    const { settings, colours } = look;
    // vertical text would scroll sideways, so it is always paginated
    const flow = this.isVertical ? 'pages' : settings.flow;
    this.#isPaged = flow === 'pages';
    this.#geometry = this.#fit(look);
    const styles = chapterStyles({ ...settings, flow }, this.#geometry, colours);
    this.#sheet.replaceSync(this.#isPicture ? styles + IN_THE_MIDDLE : styles);
    this.refit();
  }

  /** Recounts the screens, for example after fonts load; true when the number changed. */
  refit(): boolean {
    const before = this.#screens;
    this.#screens = this.#isPaged ? screensFor(this.#columns(), this.#geometry) : 1;
    this.#show(this.#distanceOfProgression(this.#anchor));
    return this.#screens !== before;
  }

  get screens(): number {
    return this.#screens;
  }

  /** Current screen, from 0. */
  get screen(): number {
    return this.#isPaged ? Math.min(this.#screens - 1, screenAt(this.#scrolled, this.#geometry)) : 0;
  }

  /** Share of the chapter's text before the current place, 0 to 1. */
  get progression(): number {
    return this.#anchor;
  }

  goTo(aim: Aim): void {
    if (aim.kind === 'end') this.#show(Number.MAX_SAFE_INTEGER);
    else if (aim.kind === 'fragment') this.#show(this.#distanceOfId(aim.id));
    else this.#show(this.#distanceOfProgression(aim.value));
    this.#anchor = aim.kind === 'progression' ? aim.value : this.#measure();
  }

  /** Turns one screen; false at the end of the chapter. */
  turn(back: boolean): boolean {
    if (!this.#isPaged) return this.scroll(back ? -0.9 : 0.9);
    const next = this.screen + (back ? -1 : 1);
    if (next < 0 || next >= this.#screens) return false;
    this.#show(next * this.#geometry.inline);
    this.#anchor = this.#measure();
    return true;
  }

  /** Scrolls by a share of the window; false at the end of the chapter, or in paged mode. */
  scroll(share: number): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#root;
    const isOver = share > 0 ? scrollTop + clientHeight >= scrollHeight - 2 : scrollTop <= 1;
    if (this.#isPaged || isOver) return false;
    const isStill = prefersLessMotion();
    this.#root.scrollBy({ top: clientHeight * share, behavior: isStill ? 'auto' : 'smooth' });
    return true;
  }

  /** Adopts a position the browser scrolled to, such as a search hit, and aligns pages to a whole screen. */
  alignToScreen(): void {
    if (this.#isPaged) {
      this.#show((this.screen + 0.5) * this.#geometry.inline);
      if (screenAt(this.#distanceOfProgression(this.#anchor), this.#geometry) === this.screen) return;
    }
    this.#anchor = this.#measure();
  }

  /** The link at a point of the frame's window. */
  linkAt(x: number, y: number): string | undefined {
    const link = this.#document.elementFromPoint(x, y)?.closest('a[href]');
    return link?.getAttribute('href') ?? undefined;
  }

  /** The selected text. */
  get selected(): Passage | undefined {
    const selection = this.#document.getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    return readPassage(this.#text, selection.getRangeAt(0));
  }

  get #root(): Element {
    return this.#document.scrollingElement ?? this.#document.documentElement;
  }

  /** Distance from the chapter's beginning to the leading edge of the window. */
  get #scrolled(): number {
    const { scrollLeft, scrollTop } = this.#root;
    return Math.abs(this.#isPaged && !this.isVertical ? scrollLeft : scrollTop);
  }

  #measureDistance(box: DOMRect): number {
    if (!this.#isPaged || this.isVertical) return box.top + this.#root.scrollTop;
    const { scrollLeft } = this.#root;
    return this.isRightToLeft ? this.#geometry.inline - box.right - scrollLeft : box.left + scrollLeft;
  }

  #distanceOfId(id: string): number {
    const element = id === '' ? null : this.#document.getElementById(id);
    const box = element?.getClientRects()[0] ?? element?.getBoundingClientRect();
    return box === undefined ? 0 : this.#measureDistance(box);
  }

  #measure(): number {
    const start = this.#isPaged ? this.screen * this.#geometry.inline : this.#scrolled;
    if (start <= 0) return 0;
    const found = progressionAt(this.#text, start, (box) => this.#measureDistance(box));
    const whole = this.#isPaged ? this.#screens * this.#geometry.inline : this.#root.scrollHeight;
    return Math.min(1, found ?? start / whole);
  }

  #distanceOfProgression(value: number): number {
    if (value <= 0) return 0;
    const box = boxAt(this.#text, value);
    if (box !== undefined) return this.#measureDistance(box);
    return value * (this.#isPaged ? this.#screens * this.#geometry.inline : this.#root.scrollHeight);
  }

  #show(distance: number): void {
    const { inline } = this.#geometry;
    const screen = Math.min(this.#screens - 1, screenAt(distance, this.#geometry));
    if (!this.#isPaged) this.#root.scrollTo({ top: distance, behavior: 'instant' });
    else if (this.isVertical) this.#root.scrollTo({ top: screen * inline, behavior: 'instant' });
    else {
      const left = screen * inline * (this.isRightToLeft ? -1 : 1);
      this.#root.scrollTo({ left, top: 0, behavior: 'instant' });
    }
  }

  /** Number of columns with content, from the furthest child box of the body. */
  #columns(): number {
    const range = this.#document.createRange();
    range.selectNodeContents(this.#document.body);
    let furthest = 0;
    for (const box of range.getClientRects()) {
      if (box.width === 0 && box.height === 0) continue;
      const size = this.isVertical ? box.height : box.width;
      furthest = Math.max(furthest, this.#measureDistance(box) + size);
    }
    const { columnWidth, gap } = this.#geometry;
    return Math.max(1, Math.ceil((furthest - gap / 2) / (columnWidth + gap)));
  }
}
