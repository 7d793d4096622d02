import type { Endpoint, Upload } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import type { RouteFacts } from './route-facts.ts';

/** Size of a form without its file: boundaries, headers, a few small fields. */
const FORM_OVERHEAD_BYTES = 65_536;

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
  return new AppError('BadRequest', say('The body is not a valid form (multipart/form-data)'), { cause });
}

interface Form {
  readonly files: readonly FormFile[];
  readonly fields: ReadonlyMap<string, string>;
}

async function readParts(body: Buffer, contentType: string, { maxBytes }: Upload): Promise<Form> {
  const files: FormFile[] = [];
  const fields = new Map<string, string>();
  // One byte more than allowed, to recognise files that are too large.
  const limits = { fileSize: maxBytes + 1, parts: MAX_PARTS, fieldSize: 1_024, headerPairs: 32, headerSize: 8_192 };
  // Loaded with the first form.
  const { Busboy } = await import('@fastify/busboy');
  const form = new Busboy({ headers: { 'content-type': contentType }, limits });
  return new Promise((resolve, reject) => {
    form.on('file', (field, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => files.push({ field, bytes: Buffer.concat(chunks) }));
    });
    form.on('field', (name, value) => fields.set(name, value));
    form.on('partsLimit', () =>
      reject(
        new AppError(
          'BadRequest',
          say('A form can have at most {max, plural, one {# part} other {# parts}}', { max: MAX_PARTS }),
        ),
      ),
    );
    form.on('finish', () => resolve({ files, fields }));
    form.on('error', (error: unknown) => reject(badForm(error)));
    form.end(body);
  });
}

async function readForm(body: Buffer, contentType: string, upload: Upload): Promise<UploadedFile> {
  let form: Form;
  try {
    form = await readParts(body, contentType, upload);
  } catch (error) {
    throw error instanceof AppError ? error : badForm(error);
  }
  const file = upload.fields
    .map((wanted) => form.files.find(({ field }) => field === wanted))
    .find((found) => found !== undefined);
  if (file === undefined) {
    throw new AppError(
      'BadRequest',
      say('The form must have a file in one of these fields: {fields}', { fields: upload.fields.join(', ') }),
    );
  }
  if (file.bytes.length > upload.maxBytes) throw tooLarge(upload);
  return { bytes: file.bytes, fields: form.fields };
}

/** A file in a request. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** Other fields of the form; empty for a raw file. */
  readonly fields: ReadonlyMap<string, string>;
}

async function readUpload(body: Buffer, contentType: string, upload: Upload): Promise<UploadedFile> {
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  if (mediaType.trim() === 'multipart/form-data') return readForm(body, contentType, upload);
  if (!mediaType.trim().startsWith(upload.accept.replace('*', ''))) {
    throw new AppError('UnsupportedMediaType', `Expected a body of type ${upload.accept} or multipart/form-data`);
  }
  if (body.length > upload.maxBytes) throw tooLarge(upload);
  return { bytes: body, fields: new Map() };
}

/**
 * The file in a request, raw or in a form.
 * @throws {AppError} `UnsupportedMediaType`, `PayloadTooLarge`, or `BadRequest` for a broken form or a missing file
 */
export async function getUpload({ body, headers }: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  if (body === undefined) throw new AppError('BadRequest', say('The file is missing'));
  if (!Buffer.isBuffer(body)) {
    throw new AppError('UnsupportedMediaType', `Expected a body of type ${upload.accept} or multipart/form-data`);
  }
  return readUpload(body, headers['content-type'] ?? '', upload);
}

/** Options of the router for routes that take a file. */
export function uploadOptions(
  { upload }: Pick<Endpoint, 'upload'>,
  facts: RouteFacts = {},
): { readonly bodyLimit?: number; readonly config: RouteFacts } {
  if (upload === undefined) return { config: facts };
  return { bodyLimit: upload.maxBytes + FORM_OVERHEAD_BYTES, config: { ...facts, takesFile: true } };
}
