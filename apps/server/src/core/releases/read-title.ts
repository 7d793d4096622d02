import type { ReleaseSpan } from '@lectern/contract';
import { readNumber, readVolumeAndChapter } from '#core/naming/read-numbers.ts';
import { mergeSpans } from './spans.ts';

/** What the title of a release says. */
export interface ReleaseTitle {
  /** Titles of the series that it names, normally one. */
  readonly titles: readonly string[];
  readonly volumes: ReleaseSpan[] | null;
  readonly chapters: ReleaseSpan[] | null;
  /** In brackets at its beginning. */
  readonly group: string | null;
  /** The chapter is a number that stands alone: it may mean something else. */
  readonly isBare: boolean;
}

const NUMBER = String.raw`(\d{1,6}(?:\.\d{1,3})?)`;
const TO = String.raw`\s{0,2}[-–~]\s{0,2}`;
const BEGIN = String.raw`(?:^|[\s_\-[(,])`;
const VOLUME = String.raw`v(?:ol(?:ume)?s?)?\.?[\s_]{0,3}`;
const CHAPTER = String.raw`(?:c(?:h(?:ap(?:ter)?)?s?)?\.?[\s_]{0,3}|#)`;
const VOLUME_SPAN = new RegExp(`${BEGIN}${VOLUME}${NUMBER}${TO}(?:${VOLUME})?${NUMBER}`, 'iu');
const CHAPTER_SPAN = new RegExp(`${BEGIN}${CHAPTER}${NUMBER}${TO}(?:${CHAPTER})?${NUMBER}`, 'iu');

/** Where the title of the series ends: at a volume, a chapter, or a number before the end or a bracket. */
const ENDS: readonly RegExp[] = [
  new RegExp(`${BEGIN}(?:${VOLUME}|${CHAPTER}|ep(?:isode)?\\.?\\s{0,3}|tome\\s{0,3})\\d`, 'iu'),
  /[第卷]\s?\d/u,
  /\d{1,6}\s?[巻卷권冊册話话回章화]/u,
  /[\s_-]\d{1,6}(?:\.\d{1,3})?\s{0,3}(?:$|[([])/u,
];
const GROUP = /^\s*\[([^\]]{1,100})\]\s*/u;
const BRACKETS = /[[({][^\])}]{0,200}[\])}]/gu;
const EXTENSION = /\.(?:cb[zr7t]|zip|rar|7z|epub|pdf)$/iu;
const EDGES = /^[\s\-–_:,.|/]+|[\s\-–_:,.|/]+$/gu;
const SEPARATOR = /\s[/|]\s/u;

function spanOf(pattern: RegExp, text: string): ReleaseSpan | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : { start: Number(found[1]), end: Number(found[2]) };
}

function single(number: number | null | undefined): ReleaseSpan | undefined {
  return number === null || number === undefined ? undefined : { start: number, end: number };
}

function seriesPart(text: string): string {
  const places = ENDS.map((pattern) => text.search(pattern)).filter((place) => place >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

function spansOf(text: string): Pick<ReleaseTitle, 'volumes' | 'chapters' | 'isBare'> {
  const one = readVolumeAndChapter(text);
  const volume = spanOf(VOLUME_SPAN, text) ?? single(one.volume);
  const chapter = spanOf(CHAPTER_SPAN, text) ?? single(one.chapter);
  const bare = volume === undefined && chapter === undefined ? single(readNumber(text)) : undefined;
  const last = chapter ?? bare;
  return {
    volumes: mergeSpans(volume === undefined ? [] : [volume]),
    chapters: mergeSpans(last === undefined ? [] : [last]),
    isBare: bare !== undefined,
  };
}

/**
 * Reads the title of a release: `[Group] Saga / Saga Deluxe v01-03 (2020) (Digital)`.
 * @param written on one line
 */
export function readTitle(written: string): ReleaseTitle {
  const [lead = '', group] = GROUP.exec(written) ?? [];
  const text = written.slice(lead.length).replace(EXTENSION, '').trim();
  const titles = seriesPart(text)
    .replace(BRACKETS, ' ')
    .split(SEPARATOR)
    .map((part) => part.replace(EDGES, ''))
    .filter((part) => part !== '');
  return { titles, group: group?.trim() ?? null, ...spansOf(text) };
}
