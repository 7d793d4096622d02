import type { Browser, Page } from '@playwright/test';
import { openPage, startBrowser } from '../harness/in-browser.ts';
import { type Figure, median, percentile } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { ANALYSIS_TASKS, type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const BOOKS = 100_000;
const VISITS = 7;
const SETTLE_MS = 2_000;
const PAGES = 40;
/** Time between page turns, for preloading. */
const LOOK_MS = 300;
const SCROLLS = 80;
const SCROLL_PX = 500;
const SCROLL_MS = 40;

declare global {
  interface Window {
    /** Milliseconds from the start of the document to its largest picture or text. */
    largestPaint: number;
    /** Milliseconds of every frame above 50. */
    longFrames: number[];
    /** Milliseconds from a key to the frame with a page in the middle of the screen. */
    turned: Promise<number>;
  }
}

/** The shelves at the top of the home page, in a library of their own. */
async function addShelf(server: ServerProcess): Promise<void> {
  const path = synthesised('web-shelf', { series: 12, 'books-per-series': 2, pages: 3, 'page-kb': 200, format: 'cbz' });
  await server.json('/libraries', { method: 'POST', body: { name: 'Shelf', path, scanImmediately: true } });
  await tasksDone(server, ANALYSIS_TASKS);
}

function watchPaints(): void {
  window.largestPaint = Number.NaN;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

async function largestPaint(browser: Browser, url: string): Promise<number> {
  await using opened = await openPage(browser, url, watchPaints);
  const { page } = opened;
  await page.goto('/');
  await page.locator('main img').first().waitFor();
  // Later, larger content counts, too.
  await page.waitForTimeout(SETTLE_MS);
  return await page.evaluate(() => window.largestPaint);
}

async function homeFigure(browser: Browser): Promise<Figure> {
  const dataDir = await seededFolder('web-home-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using server = await startServerProcess(dataDir);
  await addShelf(server);
  await largestPaint(browser, server.url);
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) times.push(await largestPaint(browser, server.url));
  const what = 'largest paint of the home page, nothing cached, 100,000 books';
  return { row: 'web', what, ours: median(times), unit: 'ms', goal: 600, runs: VISITS };
}

/** Turns the page by key, and waits until the wanted page is in the middle of the screen. */
async function turnTo(page: Page, wanted: number): Promise<number> {
  await page.evaluate((number) => {
    const isShown = () => {
      const image = document.querySelector(`[data-current="true"] [data-page="${number}"][data-status="ready"] img`);
      if (!(image instanceof HTMLImageElement) || !image.complete) return false;
      const { left, right } = image.getBoundingClientRect();
      return left <= innerWidth / 2 && right >= innerWidth / 2;
    };
    window.turned = new Promise((resolve) => {
      const begin = ({ timeStamp }: KeyboardEvent) => {
        const look = () => {
          // The next frame starts when the one with the page is painted.
          if (isShown()) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', begin, { capture: true, once: true });
    });
  }, wanted);
  await page.keyboard.press('PageDown');
  return await page.evaluate(async () => window.turned);
}

async function turnFigure(browser: Browser): Promise<Figure> {
  const library = synthesised('web-comic', {
    ...{ series: 1, 'books-per-series': 1, pages: PAGES },
    ...{ 'page-kb': 600, format: 'cbz' },
  });
  await using server = await startServerProcess(workFolder('web-comic-data'), ['--library', library]);
  await tasksDone(server, ANALYSIS_TASKS);
  const { data } = await server.json<{ data: { id: string }[] }>('/books?pageSize=1');
  await using opened = await openPage(browser, server.url);
  const { page } = opened;
  await page.goto(`/read/${data[0]?.id ?? ''}`);
  await page.locator('[data-current="true"] [data-page="1"] img').waitFor();
  const times: number[] = [];
  for (let wanted = 2; wanted <= PAGES; wanted += 1) {
    await page.waitForTimeout(LOOK_MS);
    times.push(await turnTo(page, wanted));
  }
  const what = 'p95 of a page turn, from the key to the picture';
  return { row: 'web', what, ours: percentile(times, 0.95), unit: 'ms', goal: 50, runs: times.length };
}

function watchFrames(): void {
  window.longFrames = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longFrames.push(duration);
  }).observe({ type: 'long-animation-frame' });
}

async function scrollFigure(browser: Browser): Promise<Figure> {
  const dataDir = await seededFolder('web-grid-data', { books: BOOKS, booksASeries: 1 });
  await using server = await startServerProcess(dataDir);
  const { data } = await server.json<{ data: { id: string }[] }>('/libraries');
  await using opened = await openPage(browser, server.url);
  const { page } = opened;
  await page.goto(`/library/${data[0]?.id ?? ''}`);
  await page.locator('main a[href^="/series/"]').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.mouse.move(700, 500);
  // Frames of the first screen are no scrolling.
  await page.evaluate(watchFrames);
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(SCROLL_MS);
  }
  const { frames, top } = await page.evaluate(() => ({
    frames: window.longFrames,
    top: document.scrollingElement?.scrollTop ?? 0,
  }));
  if (top < (SCROLLS * SCROLL_PX) / 2) throw new Error(`The grid scrolled to ${String(top)} only`);
  const what = `long frames while ${String(SCROLLS * SCROLL_PX)} pixels of a grid of 100,000 series are scrolled`;
  const note = `the longest ${Math.round(Math.max(0, ...frames))} ms`;
  return { row: 'web', what, ours: frames.length, unit: 'frames', goal: 0, runs: 1, note };
}

/** The web app in a browser: time to first content, page turns, smoothness of a long grid. */
export async function web(): Promise<readonly Figure[]> {
  await using browser = await startBrowser();
  return [await homeFigure(browser), await turnFigure(browser), await scrollFigure(browser)];
}
