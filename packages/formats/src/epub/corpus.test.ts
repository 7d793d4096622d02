import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type ReaderResult } from '../reading.ts';
import { openSource } from '../source.ts';
import { openZip } from '../zip/open.ts';
import { deobfuscateFont } from './font-obfuscation.ts';
import { readEpub } from './read-epub.ts';
import { sanitizeCss } from './sanitize-css.ts';
import { sanitizeSvg, sanitizeXhtml } from './sanitize-xhtml.ts';
import { listPositions, toWebPublication } from './web-publication.ts';

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus');
const MANIFEST = join(CORPUS, 'MANIFEST.json');

interface CorpusFile {
  readonly path: string;
  readonly kind: string;
  readonly expect: Readonly<Record<string, unknown>>;
}

function isManifest(value: unknown): value is readonly CorpusFile[] {
  const isFile = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && 'path' in item && 'kind' in item && 'expect' in item;
  return Array.isArray(value) && value.every(isFile);
}

function listBooks(): readonly CorpusFile[] {
  if (!existsSync(MANIFEST)) return [];
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  if (!isManifest(manifest)) throw new Error('The manifest of the corpus has another shape');
  return manifest.filter(({ kind, expect: expected }) => kind === 'epub' && expected['error'] === undefined);
}

/** Where we read what the manifest does not have, and why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'epub/epubcheck/ocf-url-path-absolute-error.epub missing':
    'an href from the root of the archive is resolved as URLs are, and the file is there',
  'epub/w3c/ocf-url_link-path-absolute.epub missing':
    'an href from the root of the archive is resolved as URLs are, and the file is there',
};

/** Books that do not open; the other corpus test has the reasons. */
const REFUSED = new Set([
  'epub/idpf/kusamakura-japanese-vertical-writing.epub',
  'epub/made/adept-drm.epub',
  'epub/made/spine-empty.epub',
]);

async function read(path: string): Promise<ReaderResult> {
  using source = openSource(join(CORPUS, path));
  using container = openZip(source, DEFAULT_LIMITS);
  return await readEpub(container, DEFAULT_LIMITS);
}

function differences({ path, expect: expected }: CorpusFile, book: ReaderResult): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    if (ours !== theirs && EXPLAINED[`${path} ${what}`] === undefined)
      found.push(`${what}: ${String(ours)}, not ${String(theirs)}`);
  };
  compare('series', book.metadata.series, expected['series']);
  compare('number', book.metadata.number, expected['number']);
  const missing = expected['missing_resources'];
  const lost = book.problems.filter(({ message }) => message.startsWith('The manifest lists'));
  compare('missing', lost.length, Array.isArray(missing) ? missing.length : 0);
  const cover = expected['cover_href'];
  if (typeof cover === 'string') {
    const wanted = decodeURIComponent(cover).replace(/^(?:\.\.?\/)+/, '');
    compare('cover', book.epub?.coverHref?.endsWith(wanted), true);
    compare('cover bytes', (book.cover?.bytes.length ?? 0) > 0, true);
  }
  return found;
}

const books = listBooks();

describe.skipIf(books.length === 0)('the EPUB corpus', () => {
  it('has the books it should have', () => {
    expect(books.length).toBeGreaterThan(240);
  });

  it('is read as other tools do', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const file of books.filter(({ path }) => !REFUSED.has(path))) {
      const differing = differences(file, await read(file.path));
      if (differing.length > 0) found[file.path] = differing;
    }
    expect(found).toEqual({});
  }, 60_000);

  it.each([...REFUSED])('refuses %s with a code', async (path) => {
    await expect(read(path)).rejects.toBeInstanceOf(FormatError);
  });

  it('is served well-formed, without script and without a load from elsewhere', async () => {
    let documentCount = 0;
    for (const { path } of books.filter((file) => !REFUSED.has(file.path))) {
      for (const { href, markup } of await serveAll(path)) {
        documentCount += 1;
        const parser = new SaxesParser({ xmlns: true });
        parser.on('error', (error) => {
          throw new Error(`${path} ${href}: ${error.message}`);
        });
        parser.on('opentag', ({ local, attributes }) => {
          expect(['script', 'iframe', 'object', 'embed', 'form', 'base']).not.toContain(local);
          for (const { name, value } of Object.values(attributes)) {
            expect(name).not.toMatch(/^on/);
            if (/^(?:src|poster|data)$/.test(name)) expect(value).not.toMatch(/^[a-z]+:\/\/|^\/\//i);
          }
        });
        parser.write(markup).close();
      }
    }
    expect(documentCount).toBeGreaterThan(1_300);
  }, 60_000);

  it('has web publications and positions that agree with the spine', async () => {
    for (const { path } of books.filter((file) => !REFUSED.has(file.path))) {
      const { epub, metadata } = await read(path);
      if (epub === null) throw new Error(`${path} has no structure`);
      const publication = toWebPublication(epub, metadata, {
        self: '/m',
        resourceHref: (href) => `/r/${href}`,
        title: 'T',
      });
      expect(publication.readingOrder).toHaveLength(epub.readingOrder.length);
      expect(publication.readingOrder.every(({ type }) => type !== undefined)).toBe(true);
      const positions = listPositions(epub, (href) => href);
      expect(positions.at(-1)?.locations.position).toBe(
        epub.readingOrder.reduce((sum, item) => sum + item.positions, 0),
      );
    }
  }, 60_000);

  it('has obfuscated fonts that become fonts', async () => {
    const path = 'epub/idpf/wasteland-woff-obf.epub';
    const { epub } = await read(path);
    using source = openSource(join(CORPUS, path));
    using container = openZip(source, DEFAULT_LIMITS);
    const fonts = epub?.resources.filter(({ obfuscation }) => obfuscation !== undefined) ?? [];
    expect(fonts).toHaveLength(3);
    for (const { href, obfuscation } of fonts) {
      const entry = container.entries.find(({ name }) => name === href);
      if (entry === undefined || obfuscation === undefined) throw new Error(`${href} is gone`);
      expect(deobfuscateFont(await container.read(entry), obfuscation).toString('latin1', 0, 4)).toBe('wOFF');
    }
  });
});

async function serveAll(path: string): Promise<readonly { readonly href: string; readonly markup: string }[]> {
  using source = openSource(join(CORPUS, path));
  using container = openZip(source, DEFAULT_LIMITS);
  const { epub } = await readEpub(container, DEFAULT_LIMITS);
  const served: { href: string; markup: string }[] = [];
  for (const { href, mediaType } of epub?.resources ?? []) {
    const entry = container.entries.find(({ name }) => name === href);
    if (entry === undefined) continue;
    const bytes = await container.read(entry);
    if (mediaType === 'text/css') expect(sanitizeCss(bytes.toString(), href)).not.toMatch(/url\("https?:/);
    else if (mediaType === 'application/xhtml+xml') served.push({ href, markup: sanitizeXhtml(bytes, { path: href }) });
    else if (mediaType === 'image/svg+xml') served.push({ href, markup: sanitizeSvg(bytes, { path: href }) });
  }
  return served;
}
