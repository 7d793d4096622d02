import { DEFAULT_LIMITS } from '../limits.ts';
import { type FormatProblem } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { readAgeRating } from './age-rating.ts';
import { readChecked } from './field-reader.ts';
import { asObject, type JsonObject, lineIn, parseJsonObject, textIn } from './json-object.ts';
import { compact, readInteger } from './values.ts';

const NAME = { source: 'series.json', code: 'series-json' };

/** Content of a series.json; absent keys are unknown. */
export interface SeriesSidecar {
  readonly name?: string;
  readonly publisher?: string;
  readonly imprint?: string;
  /** Year of the first issue. */
  readonly year?: number;
  readonly summary?: string;
  /** Number among the series of this name; some files use the first year. */
  readonly volume?: number;
  /** As written: `Print`, `OneShot`, `TPB`, `GN`. */
  readonly bookType?: string;
  readonly ageRating?: number;
  readonly totalIssues?: number;
  /** As written, for example `June 2018 - Present`. */
  readonly publicationRun?: string;
  readonly status?: 'ongoing' | 'ended' | 'hiatus' | 'abandoned';
  /** Volume number of Comic Vine. */
  readonly comicVineId?: number;
  readonly problems: readonly FormatProblem[];
}

const STATUSES: ReadonlyMap<string, SeriesSidecar['status']> = new Map<string, SeriesSidecar['status']>([
  ['continuing', 'ongoing'],
  ['ongoing', 'ongoing'],
  ['ended', 'ended'],
  ['completed', 'ended'],
  ['hiatus', 'hiatus'],
  ['on hiatus', 'hiatus'],
  ['cancelled', 'abandoned'],
  ['canceled', 'abandoned'],
  ['abandoned', 'abandoned'],
]);

/**
 * Reads a series.json as Mylar writes it. Never throws: another document is a problem.
 * @see series.json schema 1.0.2, Mylar
 */
export function readSeriesJson(
  bytes: Uint8Array,
  { documentBytes }: { readonly documentBytes: number } = DEFAULT_LIMITS,
): SeriesSidecar {
  if (bytes.length > documentBytes) {
    return refuse('series-json.too-large', `series.json has ${bytes.length} bytes, at most ${documentBytes} are read`);
  }
  const document = parseJsonObject(bytes);
  // Early versions have no wrapper object.
  const metadata = document === undefined ? undefined : (asObject(document['metadata']) ?? document);
  if (metadata === undefined) return refuse('series-json.malformed', 'series.json holds no JSON object');
  const problems: FormatProblem[] = [];
  return { ...readValues(metadata, problems), problems };
}

function refuse(code: string, message: string): SeriesSidecar {
  return { problems: [{ code, message }] };
}

function readValues(metadata: JsonObject, problems: FormatProblem[]): Partial<SeriesSidecar> {
  const checked = <T>(field: string, read: (text: string) => T | undefined): T | undefined =>
    readChecked({ ...NAME, field, text: textIn(metadata, field) }, read, problems);
  const summary = textIn(metadata, 'description_formatted') ?? textIn(metadata, 'description_text');
  return compact<SeriesSidecar>({
    name: lineIn(metadata, 'name'),
    publisher: lineIn(metadata, 'publisher'),
    imprint: lineIn(metadata, 'imprint'),
    year: checked('year', (text) => readInteger(text, 1000, 2999)),
    summary: summary === undefined ? undefined : htmlToText(summary),
    volume: checked('volume', (text) => readInteger(text.replace(/^v(?:ol(?:ume)?)?\.? ?/i, ''), 0)),
    bookType: lineIn(metadata, 'booktype'),
    ageRating: checked('age_rating', readAgeRating) ?? undefined,
    totalIssues: checked('total_issues', (text) => readInteger(text, 0)),
    publicationRun: lineIn(metadata, 'publication_run'),
    status: checked('status', (text) => STATUSES.get(text.toLowerCase())),
    // Comic Vine prefixes the kind: 4050 is a volume.
    comicVineId: checked('comicid', (text) => readInteger(text.replace(/^4050-/, ''), 1)),
  });
}
