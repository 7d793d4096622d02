import { getFollow, setFollow } from '#core/activities/notices/follows.ts';
import {
  changeNoticeTarget,
  createNoticeTarget,
  listNoticeTargets,
  removeNoticeTarget,
  testNoticeTarget,
} from '#core/activities/notices/targets.ts';
import type { Handlers } from '../requests/handler.ts';

export const noticeHandlers = {
  listOwnNoticeTargets: async (ctx, { viewer }) => listNoticeTargets(ctx, viewer, 'user'),
  createOwnNoticeTarget: async (ctx, { viewer, body }) => createNoticeTarget(ctx, viewer, 'user', body),
  updateOwnNoticeTarget: async (ctx, { viewer, params, body }) =>
    changeNoticeTarget(ctx, viewer, { scope: 'user', id: params.id }, body),
  deleteOwnNoticeTarget: async (ctx, { viewer, params }) => removeNoticeTarget(ctx, viewer, 'user', params.id),
  testOwnNoticeTarget: async (ctx, { viewer, params, signal }) =>
    testNoticeTarget(ctx, viewer, { scope: 'user', id: params.id }, signal),
  listNoticeTargets: async (ctx, { viewer }) => listNoticeTargets(ctx, viewer, 'server'),
  createNoticeTarget: async (ctx, { viewer, body }) => createNoticeTarget(ctx, viewer, 'server', body),
  updateNoticeTarget: async (ctx, { viewer, params, body }) =>
    changeNoticeTarget(ctx, viewer, { scope: 'server', id: params.id }, body),
  deleteNoticeTarget: async (ctx, { viewer, params }) => removeNoticeTarget(ctx, viewer, 'server', params.id),
  testNoticeTarget: async (ctx, { viewer, params, signal }) =>
    testNoticeTarget(ctx, viewer, { scope: 'server', id: params.id }, signal),
  getSeriesFollow: async (ctx, { viewer, params }) => getFollow(ctx, viewer, params.id),
  followSeries: async (ctx, { viewer, params }) => setFollow(ctx, viewer, params.id, true),
  unfollowSeries: async (ctx, { viewer, params }) => setFollow(ctx, viewer, params.id, false),
} satisfies Partial<Handlers>;
