import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { pickCollectionSeries } from '#core/catalog/lists/collections.ts';
import { pickReadListBooks } from '#core/catalog/lists/read-lists.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import type { Context } from '#context/context.ts';

/** The fields of our events that the dialect uses; each event has some of them. */
const Told = z.object({
  book_id: z.string().nullish(),
  series_id: z.string().optional(),
  library_id: z.string().optional(),
  user_id: z.string().optional(),
  collection_id: z.string().optional(),
  read_list_id: z.string().optional(),
  entity_type: z.string().optional(),
  entity_id: z.string().optional(),
  cover_changed: z.literal(true).optional(),
});
type Told = z.infer<typeof Told>;

type Fields = Readonly<Record<string, unknown>>;

/** An event of the dialect. */
export interface DialectEvent {
  readonly name: string;
  readonly fields: Fields;
  /** A second event of the same change. */
  readonly also?: DialectEvent;
}

/** An event for one viewer: the members of a list depend on the viewer. */
export type ViewedEvent = (ctx: Pick<Context, 'db'>, viewer: Viewer) => Promise<DialectEvent>;

/** Members of a list that are named in one event. */
const MOST_MEMBERS = 1_000;
const FIRST_MEMBERS = { page: 1, pageSize: MOST_MEMBERS, direction: 'asc' } as const;

const VERBS: Readonly<Record<string, string>> = { created: 'Added', updated: 'Changed', deleted: 'Deleted' };

function bookEvent(verb: string, { book_id: bookId, series_id: seriesId, library_id: libraryId }: Told): DialectEvent {
  return { name: `Book${verb}`, fields: { bookId, seriesId, libraryId } };
}

function seriesEvent(verb: string, { series_id: seriesId, library_id: libraryId }: Told): DialectEvent {
  return { name: `Series${verb}`, fields: { seriesId, libraryId } };
}

function libraryEvent(verb: string, { library_id: libraryId }: Told): DialectEvent {
  return { name: `Library${verb}`, fields: { libraryId } };
}

function progressEvent(verb: string, { book_id: bookId, series_id: seriesId, user_id: userId }: Told): DialectEvent {
  return typeof bookId === 'string'
    ? { name: `ReadProgress${verb}`, fields: { bookId, userId } }
    : { name: `ReadProgressSeries${verb}`, fields: { seriesId, userId } };
}

/** A book or series shows a new picture. Libraries have no event. */
function coverEvent({ entity_type: of, entity_id: id, series_id: seriesId }: Told): DialectEvent | undefined {
  if (of === 'book') return { name: 'ThumbnailBookAdded', fields: { bookId: id, seriesId, selected: true } };
  return of === 'series' ? { name: 'ThumbnailSeriesAdded', fields: { seriesId: id, selected: true } } : undefined;
}

/** A list shows a new picture. */
function pictureEvent(of: 'SeriesCollection' | 'ReadList', fields: Fields, told: Told): Pick<DialectEvent, 'also'> {
  if (told.cover_changed !== true) return {};
  return { also: { name: `Thumbnail${of}Added`, fields: { ...fields, selected: true } } };
}

/** A list with the members that the viewer may see. A viewer who may not see the list gets its deletion. */
function listEvent(
  { kind, verb }: { readonly kind: string; readonly verb: string },
  fields: Fields,
  members: { readonly name: string; readonly pick: (ctx: Pick<Context, 'db'>, viewer: Viewer) => Promise<string[]> },
  also: Pick<DialectEvent, 'also'>,
): ViewedEvent {
  const gone = { name: `${kind}Deleted`, fields: { ...fields, [members.name]: [] } };
  return async (ctx, viewer) => {
    if (verb === 'Deleted') return gone;
    try {
      const picked = await members.pick(ctx, viewer);
      return { name: `${kind}${verb}`, fields: { ...fields, [members.name]: picked }, ...also };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'NotFound') return gone;
      throw error;
    }
  };
}

function collectionEvent(verb: string, told: Told): ViewedEvent {
  const { collection_id: id = '' } = told;
  const fields = { collectionId: id };
  const pick = async (ctx: Pick<Context, 'db'>, viewer: Viewer): Promise<string[]> => [
    ...(await pickCollectionSeries(ctx, viewer, id, FIRST_MEMBERS)).rows,
  ];
  const also = pictureEvent('SeriesCollection', fields, told);
  return listEvent({ kind: 'Collection', verb }, fields, { name: 'seriesIds', pick }, also);
}

function readListEvent(verb: string, told: Told): ViewedEvent {
  const { read_list_id: id = '' } = told;
  const fields = { readListId: id };
  const pick = async (ctx: Pick<Context, 'db'>, viewer: Viewer): Promise<string[]> => [
    ...(await pickReadListBooks(ctx, viewer, id, FIRST_MEMBERS)).rows,
  ];
  const also = pictureEvent('ReadList', fields, told);
  return listEvent({ kind: 'ReadList', verb }, fields, { name: 'bookIds', pick }, also);
}

const SUBJECTS: Readonly<Record<string, (verb: string, told: Told) => DialectEvent | ViewedEvent>> = {
  book: bookEvent,
  series: seriesEvent,
  library: libraryEvent,
  progress: progressEvent,
  collection: collectionEvent,
  read_list: readListEvent,
};

/** One of our events in the dialect; undefined where the dialect has no event. */
export function translateEvent({
  name,
  json,
}: Pick<EventFrame, 'name' | 'json'>): DialectEvent | ViewedEvent | undefined {
  const told = Told.parse(JSON.parse(json));
  if (name === 'cover_updated') return coverEvent(told);
  const [, subject = '', deed = ''] = /^([a-z_]+)_([a-z]+)$/.exec(name) ?? [];
  const verb = VERBS[deed];
  return verb === undefined ? undefined : SUBJECTS[subject]?.(verb, told);
}

/** Apps read the stream byte by byte, so letters beyond ASCII are escaped. */
function escapeLetters(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The text of an event, its data on one line. */
export function formatEvent({ name, fields, also }: DialectEvent): string {
  const text = `event: ${name}\ndata: ${escapeLetters(JSON.stringify(fields))}\n\n`;
  return also === undefined ? text : text + formatEvent(also);
}
