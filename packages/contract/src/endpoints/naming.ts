import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  BookPlacement,
  ConditionsResult,
  ConditionsTest,
  ScanPreview,
  ScanPreviewRequest,
  StrategyChange,
  StrategyPreview,
  TitleReprocessing,
} from '../models/naming.ts';
import { LibraryCreate } from '../models/library.ts';
import { Id } from '../models/scalars.ts';
import { QueuedTask } from '../models/task.ts';

const params = z.object({ id: Id });
const ids = z.array(Id).min(1).max(500);
const DryRun = {
  dryRun: z.boolean().optional().meta({ description: 'Only tell what would change' }),
};
const reprocess = { permission: ['SeriesWrite'], answer: 'json', response: TitleReprocessing } as const;

export const naming = {
  previewScan: endpoint({
    tag: 'Libraries',
    summary:
      'The series that a folder would have as a library, and the kind of library it seems to be, for which a few files are opened; nothing is stored',
    permission: ['LibrariesWrite'],
    body: ScanPreviewRequest,
    answer: 'json',
    response: ScanPreview,
    errors: ['Conflict'],
  }),
  previewStrategy: endpoint({
    tag: 'Libraries',
    summary: 'What a change of strategies would do to the books of a library, before it is made',
    permission: ['LibrariesWrite'],
    params,
    body: StrategyChange,
    answer: 'json',
    response: StrategyPreview,
    errors: ['NotFound'],
  }),
  reprocessLibrarySeriesTitles: endpoint({
    ...reprocess,
    tag: 'Libraries',
    summary:
      'Makes the titles of all series of a library anew by its clean-up rules; a dry run may try other rules than it has',
    params,
    body: LibraryCreate.pick({ titlePreprocessingRules: true }).extend(DryRun),
    bodyOptional: true,
    errors: ['NotFound'],
  }),
  reprocessSeriesTitles: endpoint({
    ...reprocess,
    tag: 'Series',
    summary: 'Makes titles of series anew by the clean-up rules: of seriesIds, else of libraryId, else of all',
    body: z.object({ ...DryRun, seriesIds: ids.optional(), libraryId: Id.optional() }),
    bodyOptional: true,
    errors: ['NotFound'],
  }),
  reprocessManySeriesTitles: endpoint({
    ...reprocess,
    tag: 'Series',
    summary: 'Makes the titles of some series anew by the clean-up rules of their libraries, those that are not locked',
    body: z.object({ ...DryRun, seriesIds: ids }),
    errors: ['NotFound'],
  }),
  reprocessSeriesTitle: endpoint({
    ...reprocess,
    tag: 'Series',
    summary: 'Makes the title of a series anew by the clean-up rules of its library, unless it is locked',
    params,
    body: z.object(DryRun),
    bodyOptional: true,
    errors: ['NotFound'],
  }),
  renumberSeries: endpoint({
    tag: 'Series',
    summary: 'Numbers the books of a series anew; numbers that files state or people lock stay',
    permission: ['SeriesWrite'],
    params,
    answer: 'json',
    response: QueuedTask,
    errors: ['NotFound'],
  }),
  renumberManySeries: endpoint({
    tag: 'Series',
    summary: 'Numbers the books of several series anew',
    permission: ['SeriesWrite'],
    body: z.object({ seriesIds: ids }),
    answer: 'json',
    response: QueuedTask,
    errors: ['NotFound'],
  }),
  testSeriesConditions: endpoint({
    tag: 'Series',
    summary: 'Whether a series meets conditions for automatic matching',
    permission: ['SeriesRead'],
    params,
    body: ConditionsTest,
    bodyOptional: true,
    answer: 'json',
    response: ConditionsResult,
    errors: ['NotFound'],
  }),
  getBookPlacement: endpoint({
    tag: 'Books',
    summary: 'Why a book is in its series, and why it is titled and numbered as it is',
    permission: ['BooksRead'],
    params,
    answer: 'json',
    response: BookPlacement,
    errors: ['NotFound'],
  }),
} as const;
