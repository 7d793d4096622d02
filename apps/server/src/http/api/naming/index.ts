import { later } from '../../later.ts';

export const namingHandlers = {
  getBookPlacement: later(async () => (await import('./get-book-placement.ts')).handleGetBookPlacement),
  previewScan: later(async () => (await import('./preview-scan.ts')).handlePreviewScan),
  previewStrategy: later(async () => (await import('./preview-strategy.ts')).handlePreviewStrategy),
  renumberManySeries: later(async () => (await import('./renumber-many-series.ts')).handleRenumberManySeries),
  renumberSeries: later(async () => (await import('./renumber-series.ts')).handleRenumberSeries),
  reprocessLibrarySeriesTitles: later(
    async () => (await import('./reprocess-library-series-titles.ts')).handleReprocessLibrarySeriesTitles,
  ),
  reprocessSeriesTitle: later(async () => (await import('./reprocess-series-title.ts')).handleReprocessSeriesTitle),
  reprocessManySeriesTitles: later(
    async () => (await import('./reprocess-many-series-titles.ts')).handleReprocessManySeriesTitles,
  ),
  reprocessSeriesTitles: later(async () => (await import('./reprocess-series-titles.ts')).handleReprocessSeriesTitles),
  testSeriesConditions: later(async () => (await import('./test-series-conditions.ts')).handleTestSeriesConditions),
};
