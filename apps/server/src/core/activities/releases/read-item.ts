import { createHash } from 'node:crypto';
import { BOOK_EXTENSIONS, type ReleaseSpan } from '@lectern/contract';
import type { FeedItem } from '@lectern/formats';
import { readNumber, readVolumeAndChapter } from '#core/rules/naming/numbers.ts';
import type { Candidate } from './candidate.ts';
import { mergeSpans } from './spans.ts';

/** What the title of a release says. */
export interface ReleaseTitle {
  readonly titles: readonly string[];
  readonly volumes: ReleaseSpan[] | null;
  readonly chapters: ReleaseSpan[] | null;
  readonly group: string | null;
  /** Whether the chapter is a bare number, which may mean something else. */
  readonly isBare: boolean;
}

const NUMBER = String.raw`(\d{1,6}(?:\.\d{1,3})?)`;
const TO = String.raw`\s{0,2}[-–~]\s{0,2}`;
const BEGIN = String.raw`(?:^|[\s_\-[(,])`;
const VOLUME = String.raw`v(?:ol(?:ume)?s?)?\.?[\s_]{0,3}`;
const CHAPTER = String.raw`(?:c(?:h(?:ap(?:ter)?)?s?)?\.?[\s_]{0,3}|#)`;
const VOLUME_SPAN = new RegExp(`${BEGIN}${VOLUME}${NUMBER}${TO}(?:${VOLUME})?${NUMBER}`, 'iu');
const CHAPTER_SPAN = new RegExp(`${BEGIN}${CHAPTER}${NUMBER}${TO}(?:${CHAPTER})?${NUMBER}`, 'iu');

/** Ends of the series title: a volume, a chapter, or a number before the end or a bracket. */
const ENDS: readonly RegExp[] = [
  new RegExp(`${BEGIN}(?:${VOLUME}|${CHAPTER}|ep(?:isode)?\\.?\\s{0,3}|tome\\s{0,3})\\d`, 'iu'),
  /[第卷]\s?\d/u,
  /\d{1,6}\s?[巻卷권冊册話话回章화]/u,
  /[\s_-]\d{1,6}(?:\.\d{1,3})?\s{0,3}(?:$|[([])/u,
];
const GROUP = /^\s*\[([^\]]{1,100})\]\s*/u;
const BRACKETS = /[[({][^\])}]{0,200}[\])}]/gu;
const EXTENSION = new RegExp(`\\.(?:${[...BOOK_EXTENSIONS, 'zip', 'rar', '7z'].join('|')})$`, 'iu');
const EDGES = /^[\s\-–_:,.|/]+|[\s\-–_:,.|/]+$/gu;
const SEPARATOR = /\s[/|]\s/u;

function parseSpan(pattern: RegExp, text: string): ReleaseSpan | undefined {
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

function parseSpans(text: string): Pick<ReleaseTitle, 'volumes' | 'chapters' | 'isBare'> {
  const one = readVolumeAndChapter(text);
  const volume = parseSpan(VOLUME_SPAN, text) ?? single(one.volume);
  const chapter = parseSpan(CHAPTER_SPAN, text) ?? single(one.chapter);
  const bare = volume === undefined && chapter === undefined ? single(readNumber(text)) : undefined;
  const last = chapter ?? bare;
  return {
    volumes: mergeSpans(volume === undefined ? [] : [volume]),
    chapters: mergeSpans(last === undefined ? [] : [last]),
    isBare: bare !== undefined,
  };
}

/** Parses the title of a release, such as `[Group] Saga / Saga Deluxe v01-03 (2020) (Digital)`. */
export function readTitle(written: string): ReleaseTitle {
  const [lead = '', group] = GROUP.exec(written) ?? [];
  const text = written.slice(lead.length).replace(EXTENSION, '').trim();
  const titles = seriesPart(text)
    .replace(BRACKETS, ' ')
    .split(SEPARATOR)
    .map((part) => part.replace(EDGES, ''))
    .filter((part) => part !== '');
  return { titles, group: group?.trim() ?? null, ...parseSpans(text) };
}

/** A feed entry as a release. */
export interface ReadItem {
  readonly candidate: Candidate;
  readonly title: ReleaseTitle;
}

interface ItemContext {
  readonly language: string | null;
  readonly now: number;
}

const MAX_ID = 500;
const MAX_NAME = 500;
const DAY_MS = 86_400_000;
/** Info hash in a magnet link: hexadecimal or base 32. */
const MAGNET_HASH = /[?&]xt=urn:btih:([0-9a-f]{40}|[a-z2-7]{32})(?:&|$)/i;
const INFO_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[a-z2-7]{32})$/i;
const TORRENT_TYPE = 'application/x-bittorrent';

/** Replaces a long id by its hash, which is as stable. */
function shortId(id: string): string {
  return id.length <= MAX_ID ? id : createHash('sha256').update(id).digest('hex');
}

function pickMedia({ link, files }: FeedItem): Pick<Candidate, 'mediaUrl' | 'mediaUrlKind'> {
  const [file] = files;
  const magnet = [link ?? '', ...files.map(({ url }) => url)].find((url) => /^magnet:/i.test(url));
  if (magnet !== undefined) return { mediaUrl: magnet, mediaUrlKind: 'magnet' };
  if (file === undefined) return { mediaUrl: null, mediaUrlKind: null };
  const isTorrent = file.type === TORRENT_TYPE || /\.torrent(?:$|\?)/i.test(file.url);
  const isBook = file.type === null || /^application\//.test(file.type);
  return { mediaUrl: file.url, mediaUrlKind: isTorrent ? 'torrent' : isBook ? 'direct' : 'other' };
}

function findInfoHash(item: FeedItem, mediaUrl: string | null): string | null {
  const stated = item.infoHash?.trim() ?? '';
  if (INFO_HASH.test(stated)) return stated.toLowerCase();
  return MAGNET_HASH.exec(mediaUrl ?? '')?.[1]?.toLowerCase() ?? null;
}

function pickPage({ link, id, files }: FeedItem): string {
  const pages = [link, id, ...files.map(({ url }) => url)];
  return pages.find((text) => text !== null && /^https?:/i.test(text)) ?? '';
}

function resolveLanguage({ language }: FeedItem, context: ItemContext): string | null {
  const stated = (language ?? context.language)?.trim().toLowerCase() ?? '';
  return stated === '' || stated.length > 35 ? null : stated;
}

/** Reads a feed entry as a release, without checking it. */
export function readItem(item: FeedItem, context: ItemContext): ReadItem {
  const title = readTitle(item.title);
  const media = pickMedia(item);
  const payloadUrl = pickPage(item);
  // Dates are often off by a time zone; one further in the future is wrong.
  const isKnown = item.publishedAt !== null && item.publishedAt <= context.now + DAY_MS;
  const candidate: Candidate = {
    externalReleaseId: shortId(item.id ?? item.link ?? (payloadUrl === '' ? item.title : payloadUrl)),
    payloadUrl,
    ...media,
    infoHash: findInfoHash(item, media.mediaUrl),
    groupOrUploader: (title.group ?? item.author)?.slice(0, MAX_NAME) ?? null,
    language: resolveLanguage(item, context),
    chapters: title.chapters,
    volumes: title.volumes,
    formatHints: {},
    metadata: { title: item.title, ...(item.categories.length === 0 ? {} : { categories: item.categories }) },
    releasedAt: isKnown ? item.publishedAt : null,
    observedAt: context.now,
  };
  return { candidate, title };
}
