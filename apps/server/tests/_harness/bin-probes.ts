import type { RouteName } from '@lectern/contract';
import { NO_ADMIN } from './ask-about.ts';
import type { Probe, Subject } from './probe.ts';

/** Later questions need the book, and the bin is empty: tests/catalog/bin.test.ts tries them with books. */
const SAYS_ALIKE = 'What can be seen is deleted and restored in tests/catalog/bin.test.ts';
const EMPTY = 'The bin is empty; with books in it it is tried in tests/catalog/bin.test.ts';

const ofOne = (name: 'bookId' | 'seriesId'): Probe => ({
  about: (subject: Subject) => [{ params: { id: subject[name] } }],
  saysAlike: SAYS_ALIKE,
});
const ofMany = (name: 'bookId' | 'seriesId', field: 'bookIds' | 'seriesIds'): Probe => ({
  about: (subject: Subject) => [{ body: { [field]: [subject[name]] } }],
  saysAlike: SAYS_ALIKE,
});

/** Probes of deletions and of the bin. */
export const BIN_PROBES = {
  deleteBook: ofOne('bookId'),
  restoreBook: ofOne('bookId'),
  deleteManyBooks: ofMany('bookId', 'bookIds'),
  restoreManyBooks: ofMany('bookId', 'bookIds'),
  deleteSeries: ofOne('seriesId'),
  restoreSeries: ofOne('seriesId'),
  deleteManySeries: ofMany('seriesId', 'seriesIds'),
  restoreManySeries: ofMany('seriesId', 'seriesIds'),
  restoreDeletion: ofOne('bookId'),
  listBinnedBooks: { list: [{}], showsNothing: EMPTY },
  listBinnedSeries: { list: [{}], showsNothing: EMPTY },
  purgeBinnedBooks: { apart: NO_ADMIN },
} as const satisfies Partial<Record<RouteName, Probe>>;
