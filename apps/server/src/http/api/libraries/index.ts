import { later } from '../../later.ts';

export const libraryHandlers = {
  listLibraries: later(async () => (await import('./list-libraries.ts')).handleListLibraries),
  createLibrary: later(async () => (await import('./create-library.ts')).handleCreateLibrary),
  getLibrary: later(async () => (await import('./get-library.ts')).handleGetLibrary),
  updateLibrary: later(async () => (await import('./update-library.ts')).handleUpdateLibrary),
  patchLibrary: later(async () => (await import('./update-library.ts')).handleUpdateLibrary),
  deleteLibrary: later(async () => (await import('./delete-library.ts')).handleDeleteLibrary),
  previewSchedule: later(async () => (await import('./preview-schedule.ts')).handlePreviewSchedule),
};
