import { handleGetBookPlacement } from './get-book-placement.ts';
import { handlePreviewScan } from './preview-scan.ts';
import { handlePreviewStrategy } from './preview-strategy.ts';
import { handleRenumberManySeries } from './renumber-many-series.ts';
import { handleRenumberSeries } from './renumber-series.ts';
import { handleReprocessLibrarySeriesTitles } from './reprocess-library-series-titles.ts';
import { handleReprocessSeriesTitle } from './reprocess-series-title.ts';
import { handleReprocessSeriesTitles } from './reprocess-series-titles.ts';
import { handleTestSeriesConditions } from './test-series-conditions.ts';

export const namingHandlers = {
  getBookPlacement: handleGetBookPlacement,
  previewScan: handlePreviewScan,
  previewStrategy: handlePreviewStrategy,
  renumberManySeries: handleRenumberManySeries,
  renumberSeries: handleRenumberSeries,
  reprocessLibrarySeriesTitles: handleReprocessLibrarySeriesTitles,
  reprocessSeriesTitle: handleReprocessSeriesTitle,
  reprocessSeriesTitles: handleReprocessSeriesTitles,
  testSeriesConditions: handleTestSeriesConditions,
};
