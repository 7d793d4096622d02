import type { MediaUrlKind, ReleaseSpan } from '@lectern/contract';

/** A release that may be recorded. */
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

/** A series that a release may belong to. */
export interface SeriesMatch {
  readonly seriesId: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Reason, as a sentence. */
  readonly matchedBy: string;
}

/** A release with its series. */
export interface PlacedCandidate extends Candidate {
  readonly seriesId: string;
  readonly confidence: number;
  readonly matchedBy: string;
  /** All series with the same name; empty when the series is clear. */
  readonly candidates: readonly SeriesMatch[];
}

const CLOCK_MS = 3_600_000;
const MAX_ID = 500;
const MAX_URL = 2_000;
/** Characters of `formatHints` and of `metadata`, as JSON. */
const MAX_EXTRAS = 8_192;

/** Whether a text is a short URL with one of the schemes; scripts and files are refused. */
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
  ({ mediaUrl: url }) =>
    url === null || isAddress(url, [...WEB, 'magnet:']) ? undefined : 'mediaUrl is no http, https or magnet address',
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

/** The first problem of a release; undefined when it can be recorded. */
export function findFault(candidate: Candidate, now: number): string | undefined {
  return CHECKS.map((check) => check(candidate, now)).find((fault) => fault !== undefined);
}
