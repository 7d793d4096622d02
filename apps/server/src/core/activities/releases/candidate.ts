import type { MediaUrlKind, ReleaseSpan } from '@lectern/contract';

/** A release before it is known whether it is taken. */
export interface Candidate {
  readonly externalReleaseId: string;
  readonly payloadUrl: string;
  readonly mediaUrl: string | null;
  readonly mediaUrlKind: MediaUrlKind | null;
  readonly infoHash: string | null;
  readonly groupOrUploader: string | null;
  readonly language: string | null;
  readonly chapters: readonly ReleaseSpan[] | null;
  readonly volumes: readonly ReleaseSpan[] | null;
  readonly formatHints: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly releasedAt: number | null;
  readonly observedAt: number;
}

/** A series that a release seems to be of. */
export interface SeriesMatch {
  readonly seriesId: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** In a sentence. */
  readonly matchedBy: string;
}

/** One whose series is found. */
export interface PlacedCandidate extends Candidate {
  readonly seriesId: string;
  readonly confidence: number;
  readonly matchedBy: string;
  /** Series that have the name it goes by, where there are several; that one is among them. */
  readonly candidates: readonly SeriesMatch[];
}

/** How far clocks may be apart. */
const CLOCK_MS = 3_600_000;
const MAX_ID = 500;
const MAX_URL = 2_000;
/** Characters of what a source says beyond that. */
const MAX_EXTRAS = 8_192;

/** Whether it is an address that a person can be sent to: no script, no file. */
function isAddress(text: string, schemes: readonly string[]): boolean {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  return url !== null && schemes.includes(url.protocol);
}

const WEB = ['http:', 'https:'];

type Check = (candidate: Candidate, now: number) => string | undefined;

const CHECKS: readonly Check[] = [
  ({ payloadUrl }) => (isAddress(payloadUrl.trim(), WEB) ? undefined : 'payloadUrl is no http or https address'),
  ({ mediaUrl, mediaUrlKind }) =>
    (mediaUrl === null) === (mediaUrlKind === null) ? undefined : 'mediaUrl and mediaUrlKind go together',
  ({ mediaUrl }) =>
    mediaUrl === null || isAddress(mediaUrl, [...WEB, 'magnet:'])
      ? undefined
      : 'mediaUrl is no http, https or magnet address',
  ({ externalReleaseId: id }) =>
    id.trim() !== '' && id.length <= MAX_ID ? undefined : `externalReleaseId is empty or longer than ${MAX_ID}`,
  ({ language }) => (language?.trim() === '' ? 'language is empty' : undefined),
  ({ chapters, volumes }) =>
    [...(chapters ?? []), ...(volumes ?? [])].every(({ start, end }) => Number.isFinite(start) && Number.isFinite(end))
      ? undefined
      : 'a span has no end',
  ({ observedAt }, now) => (observedAt > now + CLOCK_MS ? 'observedAt lies in the future' : undefined),
  ({ formatHints, metadata }) =>
    Math.max(JSON.stringify(formatHints).length, JSON.stringify(metadata).length) <= MAX_EXTRAS
      ? undefined
      : `formatHints or metadata have more than ${MAX_EXTRAS} characters`,
];

/**
 * Looks whether a release can be taken.
 * @returns what is wrong first, or undefined
 */
export function findFault(candidate: Candidate, now: number): string | undefined {
  for (const check of CHECKS) {
    const fault = check(candidate, now);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
