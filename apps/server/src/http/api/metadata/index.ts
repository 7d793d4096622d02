import { bookMetadataHandlers } from './book-metadata.ts';
import { externalHandlers } from './externals.ts';
import { genreHandlers } from './genres.ts';
import { journalHandlers } from './journal.ts';
import { manyMetadataHandlers } from './many.ts';
import { seriesMetadataHandlers } from './series-metadata.ts';
import { tagHandlers } from './tags.ts';

/** Everything that reads or edits metadata. */
export const metadataHandlers = {
  ...bookMetadataHandlers,
  ...seriesMetadataHandlers,
  ...genreHandlers,
  ...tagHandlers,
  ...externalHandlers,
  ...manyMetadataHandlers,
  ...journalHandlers,
};
