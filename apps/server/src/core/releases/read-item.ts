import { createHash } from 'node:crypto';
import type { FeedItem } from '@lectern/formats';
import type { Candidate } from './candidate.ts';
import { readTitle, type ReleaseTitle } from './read-title.ts';

/** An entry of a feed, read as a release. */
export interface ReadItem {
  readonly candidate: Candidate;
  readonly title: ReleaseTitle;
}

/** What a feed and its source say of all entries. */
export interface ItemContext {
  readonly language: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

const MAX_ID = 500;
const MAX_NAME = 500;
const DAY_MS = 86_400_000;
/** In the address of a magnet link; hexadecimal or base 32. */
const MAGNET_HASH = /[?&]xt=urn:btih:([0-9a-f]{40}|[a-z2-7]{32})(?:&|$)/i;
const INFO_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[a-z2-7]{32})$/i;
const TORRENT_TYPE = 'application/x-bittorrent';

/** Ids that are too long go by their hash; they stay the same. */
function shortId(id: string): string {
  return id.length <= MAX_ID ? id : createHash('sha256').update(id).digest('hex');
}

function mediaOf({ link, files }: FeedItem): Pick<Candidate, 'mediaUrl' | 'mediaUrlKind'> {
  const [file] = files;
  const magnet = [link ?? '', ...files.map(({ url }) => url)].find((url) => /^magnet:/i.test(url));
  if (magnet !== undefined) return { mediaUrl: magnet, mediaUrlKind: 'magnet' };
  if (file === undefined) return { mediaUrl: null, mediaUrlKind: null };
  const isTorrent = file.type === TORRENT_TYPE || /\.torrent(?:$|\?)/i.test(file.url);
  const isBook = file.type === null || /^application\//.test(file.type);
  return { mediaUrl: file.url, mediaUrlKind: isTorrent ? 'torrent' : isBook ? 'direct' : 'other' };
}

function hashOf(item: FeedItem, mediaUrl: string | null): string | null {
  const stated = item.infoHash?.trim() ?? '';
  if (INFO_HASH.test(stated)) return stated.toLowerCase();
  return MAGNET_HASH.exec(mediaUrl ?? '')?.[1]?.toLowerCase() ?? null;
}

/** The page about a release: people are sent there. */
function pageOf({ link, id, files }: FeedItem): string {
  const pages = [link, id, ...files.map(({ url }) => url)];
  return pages.find((text) => text !== null && /^https?:/i.test(text)) ?? '';
}

function languageOf({ language }: FeedItem, context: ItemContext): string | null {
  const stated = (language ?? context.language)?.trim().toLowerCase() ?? '';
  return stated === '' || stated.length > 35 ? null : stated;
}

/** Reads an entry of a feed as a release; whether it is any good is looked at elsewhere. */
export function readItem(item: FeedItem, context: ItemContext): ReadItem {
  const title = readTitle(item.title);
  const media = mediaOf(item);
  const payloadUrl = pageOf(item);
  // Dates are often wrong by their zone; what is to come in days is no date of a release.
  const isKnown = item.publishedAt !== null && item.publishedAt <= context.now + DAY_MS;
  const candidate: Candidate = {
    externalReleaseId: shortId(item.id ?? item.link ?? (payloadUrl === '' ? item.title : payloadUrl)),
    payloadUrl,
    ...media,
    infoHash: hashOf(item, media.mediaUrl),
    groupOrUploader: (title.group ?? item.author)?.slice(0, MAX_NAME) ?? null,
    language: languageOf(item, context),
    chapters: title.chapters,
    volumes: title.volumes,
    formatHints: {},
    metadata: { title: item.title, ...(item.categories.length === 0 ? {} : { categories: item.categories }) },
    releasedAt: isKnown ? item.publishedAt : null,
    observedAt: context.now,
  };
  return { candidate, title };
}
