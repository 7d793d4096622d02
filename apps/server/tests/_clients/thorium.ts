import { DOMParser } from '@xmldom/xmldom';
import { TaJsonDeserialize } from 'r2-lcp-js/dist/es8-es2017/src/serializable.js';
import {
  convertOpds1ToOpds2,
  convertOpds1ToOpds2_EntryToPublication,
} from 'r2-opds-js/dist/es8-es2017/src/opds/converter.js';
import {
  initGlobalConverters_GENERIC,
  initGlobalConverters_OPDS,
} from 'r2-opds-js/dist/es8-es2017/src/opds/init-globals.js';
import { Entry } from 'r2-opds-js/dist/es8-es2017/src/opds/opds1/opds-entry.js';
import { OPDS } from 'r2-opds-js/dist/es8-es2017/src/opds/opds1/opds.js';
import { OPDSAuthenticationDoc } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2-authentication-doc.js';
import { OPDSPublication } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2-publication.js';
import { OPDSFeed } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2.js';
import { initGlobalConverters_SHARED } from 'r2-shared-js/dist/es8-es2017/src/init-globals.js';
import { Publication } from 'r2-shared-js/dist/es8-es2017/src/models/publication.js';
import { XML } from 'r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper/index.js';

initGlobalConverters_OPDS();
initGlobalConverters_SHARED();
initGlobalConverters_GENERIC();

/** A link as Thorium keeps it. */
interface ReaderLink {
  readonly Href?: string | undefined;
  readonly Rel?: readonly string[] | undefined;
}

/** A feed as Thorium keeps it: lists that a document does not have are missing, whatever the package's types say. */
export interface ReaderFeed extends Pick<OPDSFeed, 'Metadata' | 'Links'>, ReaderShelf {
  readonly Facets?: OPDSFeed['Facets'];
  readonly Groups?: readonly (Pick<OPDSFeed['Groups'][number], 'Links'> & ReaderShelf)[];
}

interface ReaderShelf {
  readonly Navigation?: OPDSFeed['Navigation'];
  readonly Publications?: OPDSFeed['Publications'];
}

export type ReaderPublication = OPDSPublication;

/** An Atom document as Thorium reads one: by the root element, then turned into OPDS 2.0. */
export function readAtomAsThorium(text: string): { readonly feed?: ReaderFeed; readonly entry?: OPDSPublication } {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, 'application/xml');
  return document.documentElement?.localName === 'entry'
    ? { entry: convertOpds1ToOpds2_EntryToPublication(XML.deserialize<Entry>(document, Entry)) }
    : { feed: convertOpds1ToOpds2(XML.deserialize<OPDS>(document, OPDS)) };
}

/** A feed of OPDS 2.0 as Thorium reads one. */
export function readFeedAsThorium(text: string): ReaderFeed {
  return TaJsonDeserialize(JSON.parse(text), OPDSFeed);
}

/** A publication of OPDS 2.0 by itself. */
export function readPublicationAsThorium(text: string): OPDSPublication {
  return TaJsonDeserialize(JSON.parse(text), OPDSPublication);
}

/** What Thorium learns of how to sign in. */
export function readAuthenticationAsThorium(text: string): OPDSAuthenticationDoc {
  return TaJsonDeserialize(JSON.parse(text), OPDSAuthenticationDoc);
}

/** A manifest as Readium's reader opens it. */
export function readManifestAsThorium(text: string): Publication {
  return TaJsonDeserialize(JSON.parse(text), Publication);
}

/** The address behind a relation; throws without one. */
export function addressBehind(links: readonly ReaderLink[], rel: string): string {
  const href = links.find((link) => link.Rel?.includes(rel) === true)?.Href;
  if (href === undefined) throw new Error(`Expected a link "${rel}", found ${JSON.stringify(links)}`);
  return href;
}
