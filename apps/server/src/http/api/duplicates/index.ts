import { later } from '../../later.ts';

export const duplicateHandlers = {
  listDuplicates: later(async () => (await import('./list-duplicates.ts')).handleListDuplicates),
  scanDuplicates: later(async () => (await import('./scan-duplicates.ts')).handleScanDuplicates),
  dismissDuplicate: later(async () => (await import('./dismiss-duplicate.ts')).handleDismissDuplicate),
  listDuplicateSeries: later(async () => (await import('./list-duplicate-series.ts')).handleListDuplicateSeries),
  dismissDuplicateSeries: later(
    async () => (await import('./dismiss-duplicate-series.ts')).handleDismissDuplicateSeries,
  ),
};
