import { handleAddCollectionSeries } from './add-collection-series.ts';
import { handleCreateCollection } from './create-collection.ts';
import { handleDeleteCollection } from './delete-collection.ts';
import { handleGetCollection } from './get-collection.ts';
import { handleGetCollectionThumbnail } from './get-collection-thumbnail.ts';
import { handleListCollectionSeries } from './list-collection-series.ts';
import { handleListCollections } from './list-collections.ts';
import { handleListSeriesCollections } from './list-series-collections.ts';
import { handleOrderCollectionSeries } from './order-collection-series.ts';
import { handleRemoveCollectionSeries } from './remove-collection-series.ts';
import { handleUpdateCollection } from './update-collection.ts';

export const collectionHandlers = {
  listCollections: handleListCollections,
  createCollection: handleCreateCollection,
  getCollection: handleGetCollection,
  updateCollection: handleUpdateCollection,
  deleteCollection: handleDeleteCollection,
  listCollectionSeries: handleListCollectionSeries,
  addCollectionSeries: handleAddCollectionSeries,
  orderCollectionSeries: handleOrderCollectionSeries,
  removeCollectionSeries: handleRemoveCollectionSeries,
  getCollectionThumbnail: handleGetCollectionThumbnail,
  listSeriesCollections: handleListSeriesCollections,
};
