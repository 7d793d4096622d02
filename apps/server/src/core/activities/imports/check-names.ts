import { AppError } from '#core/errors.ts';
import { isJunk } from '#files/walk/junk.ts';
import { toSafePart } from './import-context.ts';
import { say } from '#words/say.ts';

const MAX_PARTS = 8;

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', message, { details: [{ path, message }] });
}

/** A folder as every file system accepts it and scans see it: without empty parts, dots and steps upwards. */
export function toSafeFolder(folder: string): string {
  const parts = folder.split('/').map((part) => part.trim());
  return parts
    .filter((part) => !/^\.*$/.test(part))
    .map(toSafePart)
    .join('/');
}

/**
 * A folder below a library, checked: every file system accepts it, and scans see it.
 * @throws {AppError} `BadRequest` with a folder that can be used
 */
export function checkFolder(folder: string): string {
  const parts = folder.split('/').map((part) => part.trim());
  const suggestion = toSafeFolder(folder);
  if (parts.length > MAX_PARTS)
    refuse(
      'folder',
      say('A folder can be at most {max, plural, one {# level} other {# levels}} deep', { max: MAX_PARTS }),
    );
  if (parts.some(isJunk)) refuse('folder', say('Scans skip the folder "{folder}". Choose another name', { folder }));
  if (suggestion === parts.join('/').normalize('NFC')) return suggestion;
  return refuse(
    'folder',
    say('"{folder}" cannot be the name of a folder. Use "{suggestion}" instead', { folder, suggestion }),
  );
}

/**
 * A file name, checked, with the extension that the file has.
 * @param extension with its dot
 * @throws {AppError} `BadRequest` with a name that can be used
 */
export function checkFileName(fileName: string, extension: string): string {
  const name = fileName.trim();
  const hasExtension = name.toLowerCase().endsWith(extension.toLowerCase());
  const stem = (hasExtension ? name.slice(0, name.length - extension.length) : name).trim();
  const safe = toSafePart(stem);
  if (safe === stem.normalize('NFC') && !isJunk(safe)) return `${safe}${extension}`;
  return refuse(
    'fileName',
    say('"{name}" cannot be the name of a file. Use "{suggestion}" instead', {
      name: fileName,
      suggestion: `${safe}${extension}`,
    }),
  );
}
