import { handleCancelScan } from './cancel-scan.ts';
import { handleConfirmRemovals } from './confirm-removals.ts';
import { handleDismissRemovals } from './dismiss-removals.ts';
import { handleGetScanStatus } from './get-scan-status.ts';
import { handleListActiveScans } from './list-active-scans.ts';
import { handleListRemovals } from './list-removals.ts';
import { handlePreviewLibraryPath } from './preview-library-path.ts';
import { handlePurgeLibrary } from './purge-library.ts';
import { handlePurgeSeries } from './purge-series.ts';
import { handleStartScan } from './start-scan.ts';
import { handleStartSeriesScan } from './start-series-scan.ts';
import { handleStreamScans } from './stream-scans.ts';

export const scanHandlers = {
  startScan: handleStartScan,
  startSeriesScan: handleStartSeriesScan,
  getScanStatus: handleGetScanStatus,
  cancelScan: handleCancelScan,
  listRemovals: handleListRemovals,
  confirmRemovals: handleConfirmRemovals,
  dismissRemovals: handleDismissRemovals,
  purgeLibrary: handlePurgeLibrary,
  purgeSeries: handlePurgeSeries,
  previewLibraryPath: handlePreviewLibraryPath,
  listActiveScans: handleListActiveScans,
  streamScans: handleStreamScans,
};
