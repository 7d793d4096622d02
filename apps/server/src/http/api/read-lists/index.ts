import { later } from '../../later.ts';

export const readListHandlers = {
  listReadLists: later(async () => (await import('./list-read-lists.ts')).handleListReadLists),
  createReadList: later(async () => (await import('./create-read-list.ts')).handleCreateReadList),
  getReadList: later(async () => (await import('./get-read-list.ts')).handleGetReadList),
  getReadListProgress: later(async () => (await import('./get-read-list-progress.ts')).handleGetReadListProgress),
  updateReadList: later(async () => (await import('./update-read-list.ts')).handleUpdateReadList),
  deleteReadList: later(async () => (await import('./delete-read-list.ts')).handleDeleteReadList),
  listReadListBooks: later(async () => (await import('./list-read-list-books.ts')).handleListReadListBooks),
  addReadListBooks: later(async () => (await import('./add-read-list-books.ts')).handleAddReadListBooks),
  orderReadListBooks: later(async () => (await import('./order-read-list-books.ts')).handleOrderReadListBooks),
  removeReadListBook: later(async () => (await import('./remove-read-list-book.ts')).handleRemoveReadListBook),
  getReadListThumbnail: later(async () => (await import('./get-read-list-thumbnail.ts')).handleGetReadListThumbnail),
  listBookReadLists: later(async () => (await import('./list-book-read-lists.ts')).handleListBookReadLists),
  uploadReadListCover: later(async () => (await import('./upload-read-list-cover.ts')).handleUploadReadListCover),
  listReadListCovers: later(async () => (await import('./list-read-list-covers.ts')).handleListReadListCovers),
  selectReadListCover: later(async () => (await import('./select-read-list-cover.ts')).handleSelectReadListCover),
  resetReadListCover: later(async () => (await import('./reset-read-list-cover.ts')).handleResetReadListCover),
  deleteReadListCover: later(async () => (await import('./delete-read-list-cover.ts')).handleDeleteReadListCover),
  getReadListCoverImage: later(
    async () => (await import('./get-read-list-cover-image.ts')).handleGetReadListCoverImage,
  ),
};
