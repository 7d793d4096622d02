import type { api } from '@lectern/contract';
import { listExternalIndex } from '#core/catalog/metadata/external-index.ts';
import { changeItem, type OwnedList, pick, putItem, removeItem } from '#core/catalog/metadata/externals.ts';
import { getState } from '#core/catalog/metadata/find-state.ts';
import { bookExternalIds, bookExternalLinks, seriesExternals } from '#core/catalog/metadata/to-series-metadata.ts';
import type { Handler, Handlers } from '../requests/handler.ts';
import { pageOf } from '../answers/page-of.ts';

const of = (kind: OwnedList['kind'], list: OwnedList['list'], { id }: { readonly id: string }): OwnedList => ({
  kind,
  list,
  id,
});

const listBookExternalIds: Handler<typeof api.listBookExternalIds> = async ({ db }, { viewer, params }) => ({
  externalIds: bookExternalIds(await getState(db.read, viewer, 'book', params.id)),
});

const putBookExternalId: Handler<typeof api.putBookExternalId> = async (ctx, { viewer, params, body }) => {
  const owned = of('book', 'externalIds', params);
  const state = await putItem(ctx, viewer, owned, { ...body, externalUrl: body.externalUrl ?? null });
  return pick(bookExternalIds(state), ({ source }) => source === body.source, owned);
};

const deleteBookExternalId: Handler<typeof api.deleteBookExternalId> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('book', 'externalIds', params), { id: params.externalIdId });
  return undefined;
};

const listBookExternalLinks: Handler<typeof api.listBookExternalLinks> = async ({ db }, { viewer, params }) => ({
  links: bookExternalLinks(await getState(db.read, viewer, 'book', params.id)),
});

const putBookExternalLink: Handler<typeof api.putBookExternalLink> = async (ctx, { viewer, params, body }) => {
  const owned = of('book', 'externalLinks', params);
  const { sourceName: source, url, externalId = null } = body;
  const state = await putItem(ctx, viewer, owned, { source, url, externalId });
  return pick(bookExternalLinks(state), ({ sourceName }) => sourceName === source, owned);
};

const deleteBookExternalLink: Handler<typeof api.deleteBookExternalLink> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('book', 'externalLinks', params), { source: params.source });
  return undefined;
};

const listSeriesExternalIds: Handler<typeof api.listSeriesExternalIds> = async ({ db }, { viewer, params }) => {
  const { externalIds } = seriesExternals(await getState(db.read, viewer, 'series', params.id));
  return { externalIds };
};

const putSeriesExternalId: Handler<typeof api.putSeriesExternalId> = async (ctx, { viewer, params, body }) => {
  const owned = of('series', 'externalIds', params);
  const state = await putItem(ctx, viewer, owned, { ...body, externalUrl: body.externalUrl ?? null });
  return pick(seriesExternals(state).externalIds, ({ source }) => source === body.source, owned);
};

const deleteSeriesExternalId: Handler<typeof api.deleteSeriesExternalId> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('series', 'externalIds', params), { id: params.externalIdId });
  return undefined;
};

const listSeriesExternalLinks: Handler<typeof api.listSeriesExternalLinks> = async ({ db }, { viewer, params }) => ({
  links: seriesExternals(await getState(db.read, viewer, 'series', params.id)).externalLinks,
});

const putSeriesExternalLink: Handler<typeof api.putSeriesExternalLink> = async (ctx, { viewer, params, body }) => {
  const owned = of('series', 'externalLinks', params);
  const { sourceName: source, url, externalId = null } = body;
  const state = await putItem(ctx, viewer, owned, { source, url, externalId });
  return pick(seriesExternals(state).externalLinks, ({ sourceName }) => sourceName === source, owned);
};

const deleteSeriesExternalLink: Handler<typeof api.deleteSeriesExternalLink> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('series', 'externalLinks', params), { id: params.linkId });
  return undefined;
};

const listExternalRatings: Handler<typeof api.listExternalRatings> = async ({ db }, { viewer, params }) => ({
  ratings: seriesExternals(await getState(db.read, viewer, 'series', params.id)).externalRatings,
});

const putExternalRating: Handler<typeof api.putExternalRating> = async (ctx, { viewer, params, body }) => {
  const owned = of('series', 'externalRatings', params);
  const { sourceName: source, rating, voteCount = null } = body;
  const state = await putItem(ctx, viewer, owned, { source, rating, voteCount });
  return pick(seriesExternals(state).externalRatings, ({ sourceName }) => sourceName === source, owned);
};

const deleteExternalRating: Handler<typeof api.deleteExternalRating> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('series', 'externalRatings', params), { source: params.source });
  return undefined;
};

const listAlternateTitles: Handler<typeof api.listAlternateTitles> = async ({ db }, { viewer, params }) => ({
  titles: seriesExternals(await getState(db.read, viewer, 'series', params.id)).alternateTitles,
});

const createAlternateTitle: Handler<typeof api.createAlternateTitle> = async (ctx, { viewer, params, body }) => {
  const owned = of('series', 'alternateTitles', params);
  const state = await putItem(ctx, viewer, owned, body);
  const isNew = ({ label, title }: typeof body): boolean => label === body.label && title === body.title;
  return pick(seriesExternals(state).alternateTitles, isNew, owned);
};

const updateAlternateTitle: Handler<typeof api.updateAlternateTitle> = async (ctx, { viewer, params, body }) => {
  const owned = of('series', 'alternateTitles', params);
  const values = Object.fromEntries(
    Object.entries(body).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
  const state = await changeItem(ctx, viewer, owned, { key: { id: params.titleId }, values });
  return pick(seriesExternals(state).alternateTitles, ({ id }) => id === params.titleId, owned);
};

const deleteAlternateTitle: Handler<typeof api.deleteAlternateTitle> = async (ctx, { viewer, params }) => {
  await removeItem(ctx, viewer, of('series', 'alternateTitles', params), { id: params.titleId });
  return undefined;
};

export const externalHandlers = {
  listExternalIndex: async (ctx, request) => {
    const { rows, total } = await listExternalIndex(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  listBookExternalIds,
  putBookExternalId,
  deleteBookExternalId,
  listBookExternalLinks,
  putBookExternalLink,
  deleteBookExternalLink,
  listSeriesExternalIds,
  putSeriesExternalId,
  deleteSeriesExternalId,
  listSeriesExternalLinks,
  putSeriesExternalLink,
  deleteSeriesExternalLink,
  listExternalRatings,
  putExternalRating,
  deleteExternalRating,
  listAlternateTitles,
  createAlternateTitle,
  updateAlternateTitle,
  deleteAlternateTitle,
} satisfies Partial<Handlers>;
