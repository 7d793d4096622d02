import { later } from '../../later.ts';

export const scanHandlers = {
  startScan: later(async () => (await import('./start-scan.ts')).handleStartScan),
  startSeriesScan: later(async () => (await import('./start-series-scan.ts')).handleStartSeriesScan),
  getScanStatus: later(async () => (await import('./get-scan-status.ts')).handleGetScanStatus),
  cancelScan: later(async () => (await import('./cancel-scan.ts')).handleCancelScan),
  listRemovals: later(async () => (await import('./list-removals.ts')).handleListRemovals),
  confirmRemovals: later(async () => (await import('./confirm-removals.ts')).handleConfirmRemovals),
  dismissRemovals: later(async () => (await import('./dismiss-removals.ts')).handleDismissRemovals),
  purgeLibrary: later(async () => (await import('./purge-library.ts')).handlePurgeLibrary),
  purgeSeries: later(async () => (await import('./purge-series.ts')).handlePurgeSeries),
  previewLibraryPath: later(async () => (await import('./preview-library-path.ts')).handlePreviewLibraryPath),
  listActiveScans: later(async () => (await import('./list-active-scans.ts')).handleListActiveScans),
  streamScans: later(async () => (await import('./stream-scans.ts')).handleStreamScans),
};
