import { handleCancelScan } from './cancel-scan.ts';
import { handleConfirmRemovals } from './confirm-removals.ts';
import { handleDismissRemovals } from './dismiss-removals.ts';
import { handleGetScanStatus } from './get-scan-status.ts';
import { handleListActiveScans } from './list-active-scans.ts';
import { handleStartScan } from './start-scan.ts';
import { handleStreamScans } from './stream-scans.ts';

export const scanHandlers = {
  startScan: handleStartScan,
  getScanStatus: handleGetScanStatus,
  cancelScan: handleCancelScan,
  confirmRemovals: handleConfirmRemovals,
  dismissRemovals: handleDismissRemovals,
  listActiveScans: handleListActiveScans,
  streamScans: handleStreamScans,
};
