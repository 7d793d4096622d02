import { handleCreateLibrary } from './create-library.ts';
import { handleDeleteLibrary } from './delete-library.ts';
import { handleGetLibrary } from './get-library.ts';
import { handleListLibraries } from './list-libraries.ts';
import { handlePreviewSchedule } from './preview-schedule.ts';
import { handleUpdateLibrary } from './update-library.ts';

export const libraryHandlers = {
  listLibraries: handleListLibraries,
  createLibrary: handleCreateLibrary,
  getLibrary: handleGetLibrary,
  updateLibrary: handleUpdateLibrary,
  patchLibrary: handleUpdateLibrary,
  deleteLibrary: handleDeleteLibrary,
  previewSchedule: handlePreviewSchedule,
};
