import { listExternalIndex } from '#core/catalog/metadata/external-index.ts';
import { changeItem, type OwnedList, pick, putItem, removeItem } from '#core/catalog/metadata/externals.ts';
import { getState } from '#core/catalog/metadata/find-state.ts';
import { bookExternalIds, bookExternalLinks, seriesExternals } from '#core/catalog/metadata/to-series-metadata.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

const ofBook = (list: OwnedList['list'], id: string): OwnedList => ({ kind: 'book', list, id });
const ofSeries = (list: OwnedList['list'], id: string): OwnedList => ({ kind: 'series', list, id });

export const externalHandlers = {
  listExternalIndex: async (ctx, request) =>
    toPage(request, await listExternalIndex(ctx, request.viewer, request.query)),

  listBookExternalIds: async ({ db }, { viewer, params }) => ({
    externalIds: bookExternalIds(await getState(db.read, viewer, 'book', params.id)),
  }),
  putBookExternalId: async (ctx, { viewer, params, body }) => {
    const owned = ofBook('externalIds', params.id);
    const state = await putItem(ctx, viewer, owned, { ...body, externalUrl: body.externalUrl ?? null });
    return pick(bookExternalIds(state), ({ source }) => source === body.source, owned);
  },
  deleteBookExternalId: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofBook('externalIds', params.id), { id: params.externalIdId }),

  listBookExternalLinks: async ({ db }, { viewer, params }) => ({
    links: bookExternalLinks(await getState(db.read, viewer, 'book', params.id)),
  }),
  putBookExternalLink: async (ctx, { viewer, params, body }) => {
    const owned = ofBook('externalLinks', params.id);
    const { sourceName: source, url, externalId = null } = body;
    const state = await putItem(ctx, viewer, owned, { source, url, externalId });
    return pick(bookExternalLinks(state), ({ sourceName }) => sourceName === source, owned);
  },
  deleteBookExternalLink: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofBook('externalLinks', params.id), { source: params.source }),

  listSeriesExternalIds: async ({ db }, { viewer, params }) => ({
    externalIds: seriesExternals(await getState(db.read, viewer, 'series', params.id)).externalIds,
  }),
  putSeriesExternalId: async (ctx, { viewer, params, body }) => {
    const owned = ofSeries('externalIds', params.id);
    const state = await putItem(ctx, viewer, owned, { ...body, externalUrl: body.externalUrl ?? null });
    return pick(seriesExternals(state).externalIds, ({ source }) => source === body.source, owned);
  },
  deleteSeriesExternalId: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofSeries('externalIds', params.id), { id: params.externalIdId }),

  listSeriesExternalLinks: async ({ db }, { viewer, params }) => ({
    links: seriesExternals(await getState(db.read, viewer, 'series', params.id)).externalLinks,
  }),
  putSeriesExternalLink: async (ctx, { viewer, params, body }) => {
    const owned = ofSeries('externalLinks', params.id);
    const { sourceName: source, url, externalId = null } = body;
    const state = await putItem(ctx, viewer, owned, { source, url, externalId });
    return pick(seriesExternals(state).externalLinks, ({ sourceName }) => sourceName === source, owned);
  },
  deleteSeriesExternalLink: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofSeries('externalLinks', params.id), { id: params.linkId }),

  listExternalRatings: async ({ db }, { viewer, params }) => ({
    ratings: seriesExternals(await getState(db.read, viewer, 'series', params.id)).externalRatings,
  }),
  putExternalRating: async (ctx, { viewer, params, body }) => {
    const owned = ofSeries('externalRatings', params.id);
    const { sourceName: source, rating, voteCount = null } = body;
    const state = await putItem(ctx, viewer, owned, { source, rating, voteCount });
    return pick(seriesExternals(state).externalRatings, ({ sourceName }) => sourceName === source, owned);
  },
  deleteExternalRating: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofSeries('externalRatings', params.id), { source: params.source }),

  listAlternateTitles: async ({ db }, { viewer, params }) => ({
    titles: seriesExternals(await getState(db.read, viewer, 'series', params.id)).alternateTitles,
  }),
  createAlternateTitle: async (ctx, { viewer, params, body }) => {
    const owned = ofSeries('alternateTitles', params.id);
    const { alternateTitles } = seriesExternals(await putItem(ctx, viewer, owned, body));
    return pick(alternateTitles, ({ label, title }) => label === body.label && title === body.title, owned);
  },
  updateAlternateTitle: async (ctx, { viewer, params, body }) => {
    const owned = ofSeries('alternateTitles', params.id);
    const values = Object.fromEntries(
      Object.entries(body).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    );
    const state = await changeItem(ctx, viewer, owned, { key: { id: params.titleId }, values });
    return pick(seriesExternals(state).alternateTitles, ({ id }) => id === params.titleId, owned);
  },
  deleteAlternateTitle: async (ctx, { viewer, params }) =>
    removeItem(ctx, viewer, ofSeries('alternateTitles', params.id), { id: params.titleId }),
} satisfies Partial<Handlers>;
