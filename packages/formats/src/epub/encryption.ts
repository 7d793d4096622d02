import { createHash } from 'node:crypto';
import { FormatError } from '../format-error.ts';
import { listIdentifiers, findUniqueIdentifier } from '../metadata/opf-refinements.ts';
import { type EpubResource } from '../reading.ts';
import { findAttribute, childElements, findChild, walkElements, type XmlElement } from '../xml/tree.ts';
import { type EpubDocuments } from './documents.ts';
import { resolveHref } from './href.ts';
import { type PackageDocument, type PackageItem } from './package-document.ts';

const IDPF = 'http://www.idpf.org/2008/embedding';
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC';

/** Encrypted items of a book. */
export interface Encryption {
  readonly obfuscationOf: (item: PackageItem) => EpubResource['obfuscation'];
  /** Encrypted by DRM: its bytes are unusable. */
  readonly isLocked: (item: PackageItem) => boolean;
}

/**
 * Reads META-INF/encryption.xml, with keys of obfuscated fonts.
 * @throws {FormatError} `epub.encrypted` when a document of the spine is encrypted
 * @see EPUB 3.3 sections 4.2.6.3.2 and 4.4
 */
export async function readEncryption(documents: EpubDocuments, book: PackageDocument): Promise<Encryption> {
  const entry = documents.entries.find('META-INF/encryption.xml');
  const root = entry === undefined ? undefined : await documents.attempt('Encryption', () => documents.readTree(entry));
  const methods = root === undefined ? new Map<PackageItem, string>() : listMethods(root, book);
  const isLocked = (item: PackageItem): boolean => {
    const method = methods.get(item);
    return method !== undefined && method !== IDPF && method !== ADOBE;
  };
  const locked = book.spine.find(({ item }) => isLocked(item));
  if (locked !== undefined) {
    const message = `Cannot read "${locked.item.path}": it is encrypted by a rights management system`;
    throw new FormatError('epub.encrypted', message);
  }
  const keys = fontKeys(book.root);
  return {
    isLocked,
    obfuscationOf: (item) => {
      const method = methods.get(item);
      if (method === IDPF && keys.idpf !== undefined) return { method: 'idpf', key: keys.idpf };
      if (method === ADOBE && keys.adobe !== undefined) return { method: 'adobe', key: keys.adobe };
      return undefined;
    },
  };
}

function listMethods(root: XmlElement, book: PackageDocument): Map<PackageItem, string> {
  const methods = new Map<PackageItem, string>();
  for (const encrypted of walkElements(root)) {
    if (encrypted.name !== 'EncryptedData') continue;
    // Direct children only: the key may be encrypted by another method.
    const method = findChild(encrypted, 'EncryptionMethod');
    const algorithm = method === undefined ? '' : (findAttribute(method, 'Algorithm') ?? '');
    const references = childElements(encrypted, 'CipherData').flatMap((data) => childElements(data, 'CipherReference'));
    for (const reference of references) {
      const uri = findAttribute(reference, 'URI');
      const path = uri === undefined ? undefined : resolveHref('', uri)?.path;
      const item = path === undefined ? undefined : book.findItem(path);
      if (item !== undefined) methods.set(item, algorithm);
    }
  }
  return methods;
}

/** IDPF: SHA-1 of the unique identifier without white space. Adobe: the 16 bytes of the UUID among the identifiers. */
function fontKeys(root: XmlElement): { readonly idpf: string | undefined; readonly adobe: string | undefined } {
  const unique = findUniqueIdentifier(root);
  const uuid = [unique ?? '', ...listIdentifiers(root)]
    .map((identifier) => identifier.replace(/^urn:uuid:/i, '').replaceAll('-', ''))
    .find((digits) => /^[0-9a-f]{32}$/i.test(digits));
  return {
    idpf: unique === undefined ? undefined : createHash('sha1').update(unique.replace(/\s/g, '')).digest('hex'),
    adobe: uuid?.toLowerCase(),
  };
}
