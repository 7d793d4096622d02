import { z } from 'zod';
import { mark, say, spokenLanguage } from './say.ts';

const CUT_OFF = mark('The file is cut off');
const DAMAGED = mark('The file is damaged');
const ENCRYPTED = mark('The file is encrypted');
const NO_PAGES = mark('The file has no pages');
const SEVERAL_PARTS = mark('The archive has several parts, which cannot be read');
const TOO_LARGE = mark('The file has more or larger parts than the server reads');
const UNSUPPORTED = mark('The file uses a method that the server cannot read');
const METADATA = mark('The metadata in the file cannot be read');

/** By code, or by the part before or behind its dot. */
const FAULTS = new Map(
  Object.entries({
    'file.empty': mark('The file is empty'),
    'file.unknown': mark('The format of the file is unknown'),
    'file.changed': mark('The file changed while it was read'),
    'file.replaced': mark('The file changed while it was read'),
    'limit.time': mark('Reading the file took too long'),
    'zip.overlap': TOO_LARGE,
    'too-large': TOO_LARGE,
    'too-many-entries': TOO_LARGE,
    'too-many-pages': TOO_LARGE,
    'no-pages': NO_PAGES,
    'empty-spine': NO_PAGES,
    'multi-disk': SEVERAL_PARTS,
    'multi-volume': SEVERAL_PARTS,
    truncated: CUT_OFF,
    encrypted: ENCRYPTED,
    unsupported: UNSUPPORTED,
    zip: DAMAGED,
    rar: DAMAGED,
    sevenzip: DAMAGED,
    tar: DAMAGED,
    entry: DAMAGED,
    epub: DAMAGED,
    pdf: DAMAGED,
    image: DAMAGED,
    xml: METADATA,
    metadata: METADATA,
    'comic-info': METADATA,
    'comic-book-info': METADATA,
    'metron-info': METADATA,
    comet: METADATA,
    'metadata-opf': METADATA,
  }),
);

const Details = z.object({ code: z.string() }).catch({ code: '' });

/**
 * What is wrong with a file, in the language of the request. English names the place in the file, as it was read; other
 * languages say the kind of fault.
 * @param details JSON
 */
export function sayFault({ message, details }: { readonly message: string; readonly details: string | null }): string {
  if (details === null || spokenLanguage() === 'en') return message;
  const { code } = Details.parse(JSON.parse(details));
  const [reader = '', fault = ''] = code.split('.');
  const found = FAULTS.get(code) ?? FAULTS.get(fault) ?? FAULTS.get(reader);
  return found === undefined ? message : say(found);
}
