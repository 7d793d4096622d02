import { later } from '../../later.ts';

export const collectionHandlers = {
  listCollections: later(async () => (await import('./list-collections.ts')).handleListCollections),
  createCollection: later(async () => (await import('./create-collection.ts')).handleCreateCollection),
  getCollection: later(async () => (await import('./get-collection.ts')).handleGetCollection),
  updateCollection: later(async () => (await import('./update-collection.ts')).handleUpdateCollection),
  deleteCollection: later(async () => (await import('./delete-collection.ts')).handleDeleteCollection),
  listCollectionSeries: later(async () => (await import('./list-collection-series.ts')).handleListCollectionSeries),
  addCollectionSeries: later(async () => (await import('./add-collection-series.ts')).handleAddCollectionSeries),
  orderCollectionSeries: later(async () => (await import('./order-collection-series.ts')).handleOrderCollectionSeries),
  removeCollectionSeries: later(
    async () => (await import('./remove-collection-series.ts')).handleRemoveCollectionSeries,
  ),
  getCollectionThumbnail: later(
    async () => (await import('./get-collection-thumbnail.ts')).handleGetCollectionThumbnail,
  ),
  listSeriesCollections: later(async () => (await import('./list-series-collections.ts')).handleListSeriesCollections),
  uploadCollectionCover: later(async () => (await import('./upload-collection-cover.ts')).handleUploadCollectionCover),
  listCollectionCovers: later(async () => (await import('./list-collection-covers.ts')).handleListCollectionCovers),
  selectCollectionCover: later(async () => (await import('./select-collection-cover.ts')).handleSelectCollectionCover),
  resetCollectionCover: later(async () => (await import('./reset-collection-cover.ts')).handleResetCollectionCover),
  deleteCollectionCover: later(async () => (await import('./delete-collection-cover.ts')).handleDeleteCollectionCover),
  getCollectionCoverImage: later(
    async () => (await import('./get-collection-cover-image.ts')).handleGetCollectionCoverImage,
  ),
};
