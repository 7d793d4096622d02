import { type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { findAttribute, walkElements, type XmlElement } from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { resolveHref } from './href.ts';

const CONTAINER = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';

/** A package document and its place. */
export interface FoundPackage {
  /** In the archive; the base of its references. */
  readonly path: string;
  readonly root: XmlElement;
}

/**
 * Finds the first readable package document of container.xml, else any `.opf`.
 * @throws {FormatError} `epub.no-container`, `epub.no-package`, `epub.bad-package` or `epub.encrypted`
 * @see EPUB 3.3 section 4.2.6.3.1
 */
export async function findPackage(documents: EpubDocuments): Promise<FoundPackage> {
  const { entries } = documents;
  const containerEntry = entries.find(CONTAINER);
  if (containerEntry === undefined) documents.report('epub.no-container', `"${CONTAINER}" is missing`);
  const named = containerEntry === undefined ? [] : await listRootfiles(documents, containerEntry);
  const others = entries.files
    .filter(({ name }) => /\.opf$/i.test(name))
    .toSorted((a, b) => a.name.split('/').length - b.name.split('/').length);
  const candidates = [...new Set([...named, ...others])];
  if (candidates.length === 0) {
    if (containerEntry === undefined) throw new FormatError('epub.no-container', `Cannot find "${CONTAINER}"`);
    throw new FormatError('epub.no-package', `Cannot find the package document that "${CONTAINER}" names`);
  }
  return readFirst(documents, candidates);
}

async function listRootfiles(documents: EpubDocuments, entry: ContainerEntry): Promise<readonly ContainerEntry[]> {
  const root = await documents.attempt('Container', () => documents.readTree(entry));
  if (root === undefined) return [];
  const rootfiles = [...walkElements(root)].filter(({ name }) => name === 'rootfile');
  const packages = rootfiles.filter((file) => findAttribute(file, 'media-type') === PACKAGE_TYPE);
  return (packages.length === 0 ? rootfiles : packages).flatMap((file) => {
    const written = findAttribute(file, 'full-path');
    if (written === undefined) return [];
    // By the specification the path is no URL, but in practice it often is.
    const found = documents.entries.find(written) ?? documents.entries.find(resolveHref('', written)?.path ?? '');
    if (found === undefined) documents.report('epub.no-package', `"${CONTAINER}" names "${written}", which is missing`);
    return found ?? [];
  });
}

async function readFirst(documents: EpubDocuments, candidates: readonly ContainerEntry[]): Promise<FoundPackage> {
  let firstError: FormatError | undefined;
  for (const entry of candidates) {
    try {
      const root = await documents.readTree(entry);
      if (root.name === 'package') return { path: documents.entries.pathOf(entry), root };
      firstError ??= new FormatError('epub.bad-package', `"${entry.name}" holds "${root.name}", expected "package"`);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      firstError ??= wrap(entry, error);
    }
  }
  throw firstError ?? new FormatError('epub.no-package', 'Cannot find a package document');
}

function wrap(entry: ContainerEntry, cause: FormatError): FormatError {
  const code = /encrypted/.test(cause.code) ? 'epub.encrypted' : 'epub.bad-package';
  return new FormatError(code, `Cannot read the package document "${entry.name}": ${cause.message}`, { cause });
}
