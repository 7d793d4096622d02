import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CollectionCover, CollectionCovers, ReadListCover, ReadListCovers } from '../models/cover.ts';
import { Id } from '../models/scalars.ts';
import { CoverQuery } from './cover-query.ts';
import { COVER_UPLOAD } from './covers.ts';

const params = z.object({ id: Id });
const coverParams = z.object({ id: Id, coverId: Id });
const ofCollection = { tag: 'Collections', errors: ['NotFound'] } as const;
const ofReadList = { tag: 'Read lists', errors: ['NotFound'] } as const;
const collection = {
  read: { ...ofCollection, permission: ['SeriesRead'] },
  write: { ...ofCollection, permission: ['SeriesWrite'] },
} as const;
const readList = {
  read: { ...ofReadList, permission: ['BooksRead'] },
  write: { ...ofReadList, permission: ['BooksWrite'] },
} as const;

const collectionCovers = {
  uploadCollectionCover: endpoint({
    ...collection.write,
    summary: 'Adds a picture as cover of a collection and chooses it',
    params,
    upload: COVER_UPLOAD,
    answer: 'json',
    response: CollectionCover,
    status: 201,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
  }),
  listCollectionCovers: endpoint({
    ...collection.read,
    summary: 'Pictures that were sent for a collection',
    params,
    answer: 'json',
    response: CollectionCovers,
  }),
  selectCollectionCover: endpoint({
    ...collection.write,
    summary: 'Chooses a picture as the cover of a collection',
    params: coverParams,
    answer: 'json',
    response: CollectionCover,
  }),
  resetCollectionCover: endpoint({
    ...collection.write,
    summary: 'Back to the cover that the series of a collection make; all pictures stay',
    params,
    answer: 'none',
    status: 204,
  }),
  deleteCollectionCover: endpoint({
    ...collection.write,
    summary: 'Deletes a picture of a collection; where it was chosen, the series make the cover again',
    params: coverParams,
    answer: 'none',
    status: 204,
  }),
  getCollectionCoverImage: endpoint({
    ...collection.read,
    summary: 'One picture that was sent for a collection',
    tokens: 0.1,
    params: coverParams,
    query: CoverQuery,
    answer: 'bytes',
  }),
} as const;

const readListCovers = {
  uploadReadListCover: endpoint({
    ...readList.write,
    summary: 'Adds a picture as cover of a read list and chooses it',
    params,
    upload: COVER_UPLOAD,
    answer: 'json',
    response: ReadListCover,
    status: 201,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
  }),
  listReadListCovers: endpoint({
    ...readList.read,
    summary: 'Pictures that were sent for a read list',
    params,
    answer: 'json',
    response: ReadListCovers,
  }),
  selectReadListCover: endpoint({
    ...readList.write,
    summary: 'Chooses a picture as the cover of a read list',
    params: coverParams,
    answer: 'json',
    response: ReadListCover,
  }),
  resetReadListCover: endpoint({
    ...readList.write,
    summary: 'Back to the cover that the books of a read list make; all pictures stay',
    params,
    answer: 'none',
    status: 204,
  }),
  deleteReadListCover: endpoint({
    ...readList.write,
    summary: 'Deletes a picture of a read list; where it was chosen, the books make the cover again',
    params: coverParams,
    answer: 'none',
    status: 204,
  }),
  getReadListCoverImage: endpoint({
    ...readList.read,
    summary: 'One picture that was sent for a read list',
    tokens: 0.1,
    params: coverParams,
    query: CoverQuery,
    answer: 'bytes',
  }),
} as const;

export const listCovers = { ...collectionCovers, ...readListCovers } as const;
