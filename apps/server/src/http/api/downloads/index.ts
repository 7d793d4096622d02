import { handleDownloadSeries } from './download-series.ts';
import { handleGetBookFile } from './get-book-file.ts';

export const downloadHandlers = {
  getBookFile: handleGetBookFile,
  downloadSeries: handleDownloadSeries,
};
