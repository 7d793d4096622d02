import { AppError } from '../../errors.ts';

/** Libraries below `from` lie below `to` after a move; absolute paths without a slash at the end. */
export interface PathMap {
  readonly from: string;
  readonly to: string;
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

function trimEnd(path: string): string {
  const trimmed = path.replace(/[\\/]+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

/** Parses `/old=/new`. @throws {AppError} it is not two absolute paths */
export function parsePathMap(text: string): PathMap {
  const [from = '', to = '', ...more] = text.split('=');
  if (more.length > 0 || !ABSOLUTE.test(from) || !ABSOLUTE.test(to)) {
    throw new AppError('BadRequest', `The map "${text}" is not /old=/new with two absolute paths`);
  }
  return { from: trimEnd(from), to: trimEnd(to) };
}

function readRest(path: string, from: string): string | undefined {
  if (path === from) return '';
  const start = from === '/' ? '' : from;
  return path.startsWith(start) && /^[\\/]/.test(path.slice(start.length)) ? path.slice(start.length) : undefined;
}

/** The path after the move: by the map with the longest old path, else unchanged. */
export function mapPath(path: string, maps: readonly PathMap[]): string {
  for (const { from, to } of maps.toSorted((one, other) => other.from.length - one.from.length)) {
    const rest = readRest(path, from);
    if (rest === undefined) continue;
    const separator = /^[A-Za-z]:|\\/.test(to) ? '\\' : '/';
    const moved = `${to === '/' ? '' : to}${rest.replaceAll(/[\\/]/g, separator)}`;
    return moved === '' ? '/' : moved;
  }
  return path;
}
