import type { ByteRange } from '#core/file-answer.ts';

/** What a Range header comes to for a body of known length. */
export type RangeChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeChoice = { kind: 'whole' };

/** One `first-last`, `first-` or `-suffix`: undefined when it is none of them, null when nothing of the body is in it. */
function readSpec(spec: string, length: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
  if (first === '') {
    if (last === '') return undefined;
    const start = Math.max(0, length - Number(last));
    return start < length ? { start, end: length } : null;
  }
  const start = Number(first);
  const end = last === '' ? length : Number(last) + 1;
  if (end <= start && last !== '') return undefined;
  return start < length ? { start, end: Math.min(end, length) } : null;
}

/** One range out of many when they touch or overlap; undefined when there is a gap. */
function join(ranges: readonly ByteRange[]): ByteRange | undefined {
  const [first, ...rest] = ranges.toSorted((left, right) => left.start - right.start);
  let joined = first;
  for (const { start, end } of rest) {
    if (joined === undefined || start > joined.end) return undefined;
    joined = { start: joined.start, end: Math.max(joined.end, end) };
  }
  return joined;
}

/**
 * Decides what to send for a Range header (RFC 9110, 14.2). One that is not understood is ignored, and so are several ranges
 * with gaps between them: the whole body answers every request.
 * @param length bytes of the whole body
 */
export function chooseRange(header: string, length: number): RangeChoice {
  const [, list] = /^bytes=(.*)$/is.exec(header.trim()) ?? [];
  // Nothing of an empty body can be named by positions.
  if (list === undefined || length === 0) return WHOLE;
  const specs = list.split(',').map((spec) => spec.trim());
  const found = specs.filter((spec) => spec !== '').map((spec) => readSpec(spec, length));
  if (found.length === 0 || found.includes(undefined)) return WHOLE;
  const ranges = found.filter((range) => range !== null && range !== undefined);
  if (ranges.length === 0) return { kind: 'unsatisfiable' };
  const range = join(ranges);
  return range === undefined ? WHOLE : { kind: 'part', range };
}
