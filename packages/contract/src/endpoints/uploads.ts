import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id } from '../models/scalars.ts';
import {
  MAX_UPLOAD_PART_BYTES,
  BookUpload,
  UploadCheck,
  UploadedBook,
  UploadEnd,
  UploadNew,
  UploadPlaces,
} from '../models/upload.ts';

const uploader = { tag: 'Uploads', permission: ['BooksWrite'] } as const;
const params = z.object({ id: Id });
const one = z.object({ id: Id, uploadId: Id });

export const uploads = {
  listUploads: endpoint({
    ...uploader,
    summary: 'Own uploads into a library that are not complete, the latest first',
    params,
    answer: 'json',
    response: z.object({ uploads: z.array(BookUpload) }),
    errors: ['NotFound'],
  }),
  checkUploads: endpoint({
    ...uploader,
    summary: 'Where files would go, and which cannot; nothing is uploaded. 409 while the library takes no uploads',
    params,
    body: UploadCheck,
    answer: 'json',
    response: UploadPlaces,
    errors: ['NotFound', 'Conflict'],
  }),
  beginUpload: endpoint({
    ...uploader,
    summary:
      'Begins to upload a book, which is sent in parts, or continues an upload of the same file. 409 names a free name for one that is taken. An upload is deleted seven days after its last part',
    params,
    body: UploadNew,
    answer: 'json',
    status: 201,
    response: BookUpload.extend({ partBytes: Count }),
    errors: ['NotFound', 'Conflict', 'InsufficientStorage'],
  }),
  sendUploadPart: endpoint({
    ...uploader,
    summary:
      'Adds a part to an upload, at most 8 MiB. A part that the server has already is not written again: continue from `receivedBytes`',
    params: one,
    query: z.object({
      /** Place of the part in the file; at most the number of bytes that the server has. */
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER - MAX_UPLOAD_PART_BYTES),
    }),
    upload: { accept: 'application/*', fields: ['file'], maxBytes: MAX_UPLOAD_PART_BYTES },
    answer: 'json',
    response: BookUpload,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType', 'InsufficientStorage'],
  }),
  finishUpload: endpoint({
    ...uploader,
    summary:
      'Reads a complete upload, puts it into the library and queues a scan of its folder. Replaces no file: 409 names a free name. A file that is no book is refused and deleted',
    params: one,
    body: UploadEnd,
    bodyOptional: true,
    answer: 'json',
    response: UploadedBook,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteUpload: endpoint({
    ...uploader,
    summary: 'Stops an upload and deletes what the server has of it',
    params: one,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;
