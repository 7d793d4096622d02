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
const MISSING = mark('A part of the file is missing');
const UNSAFE = mark('A name in the archive is unsafe: it is used only as a name');
const NOT_DRAWN = mark('The pages cannot be drawn');

/** By code, or by the part before or behind its dot. */
const FAULTS = new Map(
  Object.entries({
    'file.empty': mark('The file is empty'),
    'file.unknown': mark('The format of the file is unknown'),
    'file.changed': mark('The file changed while it was read'),
    'file.replaced': mark('The file changed while it was read'),
    'limit.time': mark('Reading the file took too long'),
    'image.unknown': mark('A picture has an unknown format'),
    'entry.link': mark('The archive has a link in place of a file'),
    'pdf.crash': NOT_DRAWN,
    'pdf.render': NOT_DRAWN,
    overlap: TOO_LARGE,
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
    missing: MISSING,
    'missing-resource': MISSING,
    'missing-spine-item': MISSING,
    'no-container': MISSING,
    'no-package': MISSING,
    'no-end': mark('The archive has no mark of its end: entries may be missing'),
    'unsafe-name': UNSAFE,
    bad: DAMAGED,
    'bad-checksum': DAMAGED,
    'bad-directory': DAMAGED,
    'bad-entry': DAMAGED,
    'bad-header': DAMAGED,
    'bad-package': DAMAGED,
    'bad-signature': DAMAGED,
    corrupt: DAMAGED,
    extract: DAMAGED,
    xml: METADATA,
    metadata: METADATA,
    'comic-info': METADATA,
    'comic-book-info': METADATA,
    'metron-info': METADATA,
    'series-json': METADATA,
    comet: METADATA,
    'metadata-opf': METADATA,
  }),
);

const Details = z.object({ code: z.string(), count: z.number() }).partial().catch({});

/**
 * What is wrong with a file, in the language of the request. English names the place in the file, as it was read; other
 * languages say the kind of fault.
 * @param details JSON
 */
export function sayFault({ message, details }: { readonly message: string; readonly details: string | null }): string {
  if (details === null || spokenLanguage() === 'en') return message;
  const { code = '', count = 1 } = Details.parse(JSON.parse(details));
  const [reader = '', kind = ''] = code.split('.');
  const found = FAULTS.get(code) ?? FAULTS.get(kind) ?? FAULTS.get(reader);
  if (found === undefined) return message;
  const fault = say(found);
  return count === 1
    ? fault
    : say('{fault} (and {count, plural, one {# more} other {# more}})', { fault, count: count - 1 });
}
