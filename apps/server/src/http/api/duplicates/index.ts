import { handleDismissDuplicate } from './dismiss-duplicate.ts';
import { handleDismissDuplicateSeries } from './dismiss-duplicate-series.ts';
import { handleListDuplicateSeries } from './list-duplicate-series.ts';
import { handleListDuplicates } from './list-duplicates.ts';
import { handleScanDuplicates } from './scan-duplicates.ts';

export const duplicateHandlers = {
  listDuplicates: handleListDuplicates,
  scanDuplicates: handleScanDuplicates,
  dismissDuplicate: handleDismissDuplicate,
  listDuplicateSeries: handleListDuplicateSeries,
  dismissDuplicateSeries: handleDismissDuplicateSeries,
};
