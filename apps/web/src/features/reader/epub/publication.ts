import type { CallResult } from '@lectern/contract/client';

/** A document of the reading order. */
export interface Chapter {
  /** As written in the manifest. */
  readonly href: string;
  readonly type: string;
  /** Path on this server, without query and fragment. */
  readonly path: string;
  readonly address: string;
  readonly title: string | undefined;
  /** Positions in the book before it, and in it (at least one). */
  readonly start: number;
  readonly positions: number;
}

/** A table of contents entry; headings without a link have no target. */
export interface TocLine {
  readonly title: string;
  readonly depth: number;
  readonly target: Target | undefined;
}

/** A link target inside the book. */
export interface Target {
  readonly chapter: number;
  /** Element id; empty for the beginning. */
  readonly fragment: string;
}

export interface Publication {
  readonly title: string;
  readonly chapters: readonly Chapter[];
  readonly toc: readonly TocLine[];
  readonly rightToLeft: boolean;
  /** Positions in the whole book. */
  readonly total: number;
}

type Manifest = CallResult<'getBookManifest'>;
type Positions = CallResult<'getBookPositions'>;

interface TocItem {
  readonly title: string;
  readonly href: string;
  readonly depth: number;
}

const DEEPEST = 8;

function tocItems(value: unknown, depth = 0): readonly TocItem[] {
  if (!Array.isArray(value) || depth > DEEPEST) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const title = 'title' in item && typeof item.title === 'string' ? item.title : '';
    const href = 'href' in item && typeof item.href === 'string' ? item.href : '#';
    const below = 'children' in item ? tocItems(item.children, depth + 1) : [];
    return title === '' ? below : [{ title, href, depth }, ...below];
  });
}

/**
 * Resolves an address inside the book.
 * @param base absolute address that `href` may be relative to
 * @returns undefined for an address outside of the book
 */
export function resolveTarget(
  chapters: readonly Pick<Chapter, 'path'>[],
  href: string,
  base: string,
): Target | undefined {
  const url = URL.parse(href, base);
  if (url === null || url.origin !== new URL(base).origin) return undefined;
  const chapter = chapters.findIndex(({ path }) => path === url.pathname);
  return chapter === -1 ? undefined : { chapter, fragment: decodeFragment(url.hash.slice(1)) };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** @param base absolute address of the manifest */
export function readPublication(manifest: Manifest, { positions }: Positions, base: string): Publication {
  // behind a proxy the manifest may name another host, so only the path counts
  const local = (href: string) => URL.parse(href, base) ?? new URL(base);
  const toPath = (href: string) => local(href).pathname;
  const counts = new Map<string, number>();
  for (const { href } of positions) counts.set(toPath(href), (counts.get(toPath(href)) ?? 0) + 1);
  const items = tocItems(manifest['toc']);
  const titles = new Map<string, string>();
  for (const { href, title } of items) if (!titles.has(toPath(href))) titles.set(toPath(href), title);

  const chapters: Chapter[] = [];
  let start = 0;
  for (const { href, type } of manifest.readingOrder) {
    const path = toPath(href);
    const count = counts.get(path) ?? 1;
    const address = path + local(href).search;
    chapters.push({ href, type, path, address, title: titles.get(path), start, positions: count });
    start += count;
  }
  return {
    title: manifest.metadata.title,
    chapters,
    toc: items.map(({ title, href, depth }) => ({
      title,
      depth,
      target: href.startsWith('#') ? undefined : resolveTarget(chapters, toPath(href) + local(href).hash, base),
    })),
    rightToLeft: manifest.metadata['readingProgression'] === 'rtl',
    total: Math.max(1, start),
  };
}

/** The heading of a chapter: its own, else that of the nearest chapter before. */
export function findHeading({ chapters }: Publication, chapter: number): string | undefined {
  for (let index = chapter; index >= 0; index -= 1) {
    const title = chapters[index]?.title;
    if (title !== undefined) return title;
  }
  return undefined;
}
