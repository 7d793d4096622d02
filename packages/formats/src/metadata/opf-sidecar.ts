import { DEFAULT_LIMITS } from '../limits.ts';
import { findAttribute, findChild, childElements, type XmlElement } from '../xml/tree.ts';
import { type DocumentLimits, type DocumentReading, openDocument } from './field-reader.ts';
import { readOpfMetadata } from './opf-metadata.ts';

const NAME = { source: 'metadata.opf', code: 'metadata-opf' };

/** Content of a metadata.opf beside a book. */
export interface OpfSidecar extends DocumentReading {
  /** Cover as written: a relative address, which may point anywhere. */
  readonly coverHref: string | null;
}

/**
 * Reads a metadata.opf as calibre keeps it beside every book. Never throws: another document is a problem.
 * @see OPF 2.0.1 section 2.2
 */
export function readOpfSidecar(bytes: Uint8Array, limits: DocumentLimits = DEFAULT_LIMITS): OpfSidecar {
  const { root, problems } = openDocument(bytes, limits, { ...NAME, rootName: 'package' });
  if (root === undefined) return { metadata: { sources: [] }, problems, coverHref: null };
  const metadata = readOpfMetadata(root);
  const sources = metadata.sources.length === 0 ? [] : [NAME.source];
  return { metadata: { ...metadata, sources }, problems, coverHref: findCover(root) };
}

function findCover(root: XmlElement): string | null {
  const guide = findChild(root, 'guide');
  const references = guide === undefined ? [] : childElements(guide, 'reference');
  const cover = references.find((reference) => findAttribute(reference, 'type')?.toLowerCase() === 'cover');
  return (cover === undefined ? undefined : findAttribute(cover, 'href')) ?? null;
}
