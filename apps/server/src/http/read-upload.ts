import { Busboy } from '@fastify/busboy';
import type { Upload } from '@lectern/contract';
import { AppError } from '#core/errors.ts';

/** What a form may need around its file: boundaries, headers, a few small fields. */
export const FORM_OVERHEAD_BYTES = 65_536;

const MAX_PARTS = 16;

interface FormFile {
  readonly field: string;
  readonly bytes: Buffer;
}

function megabytes(bytes: number): string {
  return `${String(Math.floor(bytes / 1_048_576))} MiB`;
}

function tooLarge({ maxBytes }: Upload): AppError {
  return new AppError('PayloadTooLarge', `The file has more than ${megabytes(maxBytes)}`);
}

function badForm(cause: unknown): AppError {
  return new AppError('BadRequest', 'The body is not a valid form (multipart/form-data)', { cause });
}

/** All files of a form. Fields that are no files are passed over. */
async function readFiles(body: Buffer, contentType: string, { maxBytes }: Upload): Promise<readonly FormFile[]> {
  const files: FormFile[] = [];
  // One byte more than is allowed tells too large from just fitting.
  const limits = { fileSize: maxBytes + 1, parts: MAX_PARTS, fieldSize: 1_024, headerPairs: 32, headerSize: 8_192 };
  const form = new Busboy({ headers: { 'content-type': contentType }, limits });
  return new Promise((resolve, reject) => {
    form.on('file', (field, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => files.push({ field, bytes: Buffer.concat(chunks) }));
    });
    form.on('partsLimit', () => reject(new AppError('BadRequest', `A form may have at most ${MAX_PARTS} parts`)));
    form.on('finish', () => resolve(files));
    form.on('error', (error: unknown) => reject(badForm(error)));
    form.end(body);
  });
}

async function readForm(body: Buffer, contentType: string, upload: Upload): Promise<Buffer> {
  let files: readonly FormFile[];
  try {
    files = await readFiles(body, contentType, upload);
  } catch (error) {
    throw error instanceof AppError ? error : badForm(error);
  }
  const file = upload.fields
    .map((wanted) => files.find(({ field }) => field === wanted))
    .find((found) => found !== undefined);
  if (file === undefined) {
    throw new AppError('BadRequest', `Expected a file in a field called ${upload.fields.join(', ')} of the form`);
  }
  if (file.bytes.length > upload.maxBytes) throw tooLarge(upload);
  return file.bytes;
}

/**
 * The file that a request brings, raw or in a form.
 * @param contentType of the request
 * @throws {AppError} `UnsupportedMediaType`, `PayloadTooLarge`, or `BadRequest` for a broken form or no file in it
 */
export async function readUpload(body: Buffer, contentType: string, upload: Upload): Promise<Buffer> {
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  if (mediaType.trim() === 'multipart/form-data') return readForm(body, contentType, upload);
  if (!mediaType.trim().startsWith(upload.accept.replace('*', ''))) {
    throw new AppError('UnsupportedMediaType', `Expected a body of type ${upload.accept} or multipart/form-data`);
  }
  if (body.length > upload.maxBytes) throw tooLarge(upload);
  return body;
}
