import { later } from '../../later.ts';

export const exportHandlers = {
  createExport: later(async () => (await import('./create-export.ts')).handleCreateExport),
  listExports: later(async () => (await import('./list-exports.ts')).handleListExports),
  listExportFields: later(async () => (await import('./list-export-fields.ts')).handleListExportFields),
  getExport: later(async () => (await import('./get-export.ts')).handleGetExport),
  cancelExport: later(async () => (await import('./cancel-export.ts')).handleCancelExport),
  deleteExport: later(async () => (await import('./delete-export.ts')).handleDeleteExport),
  downloadExport: later(async () => (await import('./download-export.ts')).handleDownloadExport),
};
