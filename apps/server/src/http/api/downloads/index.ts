import { later } from '../../later.ts';

export const downloadHandlers = {
  getBookFile: later(async () => (await import('./get-book-file.ts')).handleGetBookFile),
  downloadSeries: later(async () => (await import('./download-series.ts')).handleDownloadSeries),
};
