import { checkUploads } from '#core/activities/uploads/check-uploads.ts';
import { finishUpload } from '#core/activities/uploads/finish-upload.ts';
import { addUploadPart, beginUpload, deleteUpload, listUploads } from '#core/activities/uploads/uploads.ts';
import type { Handlers } from '../requests/handler.ts';

const toUploadId = ({ id, uploadId }: { readonly id: string; readonly uploadId: string }) => ({
  libraryId: id,
  uploadId,
});

export const uploadHandlers = {
  listUploads: async (ctx, { viewer, params }) => listUploads(ctx, viewer, params.id),
  checkUploads: async (ctx, { viewer, params, body }) => checkUploads(ctx, viewer, params.id, body.files),
  beginUpload: async (ctx, { viewer, params, body }) => beginUpload(ctx, viewer, params.id, body),
  sendUploadPart: async (ctx, { viewer, params, query, body }) =>
    addUploadPart(ctx, viewer, toUploadId(params), { offset: query.offset, bytes: body }),
  finishUpload: async (ctx, { viewer, params, body }) => finishUpload(ctx, viewer, toUploadId(params), body?.fileName),
  deleteUpload: async (ctx, { viewer, params }) => deleteUpload(ctx, viewer, toUploadId(params)),
} satisfies Partial<Handlers>;
