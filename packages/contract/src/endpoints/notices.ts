import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { NoticeTarget, NoticeTargetNew, NoticeTargetUpdate, NoticeTest, SeriesFollow } from '../models/notice.ts';
import { Id } from '../models/scalars.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const own = { tag: 'Notifications', permission: OWN_WRITE } as const;
/** Notices leave the server, so child profiles have none. */
const target = { ...own, inProfile: false } as const;
const server = { tag: 'Notifications', permission: ['SystemAdmin'] } as const;
const one = { answer: 'json', response: NoticeTarget } as const;
const nothing = { answer: 'none', status: 204 } as const;
const list = { answer: 'json', response: z.array(NoticeTarget) } as const;

export const notices = {
  listOwnNoticeTargets: endpoint({ ...own, ...list, permission: 'user', summary: 'Where I get notices' }),
  createOwnNoticeTarget: endpoint({
    ...target,
    ...one,
    summary: 'Adds a place where I get notices, such as those of new books of series that I follow',
    body: NoticeTargetNew,
    status: 201,
    errors: ['Conflict'],
  }),
  updateOwnNoticeTarget: endpoint({
    ...target,
    ...one,
    summary: 'Changes the given fields of one of my targets',
    params,
    body: NoticeTargetUpdate,
    errors: ['NotFound'],
  }),
  deleteOwnNoticeTarget: endpoint({
    ...target,
    ...nothing,
    summary: 'Removes one of my targets, with what is on its way there',
    params,
    errors: ['NotFound'],
  }),
  testOwnNoticeTarget: endpoint({
    ...target,
    summary: 'Sends a test notice now, and says what the other server answered',
    params,
    answer: 'json',
    response: NoticeTest,
    errors: ['NotFound'],
  }),
  listNoticeTargets: endpoint({ ...server, ...list, summary: 'Where notices of the server go' }),
  createNoticeTarget: endpoint({
    ...server,
    ...one,
    summary: 'Adds a place for notices of the server, such as those of failed scans',
    body: NoticeTargetNew,
    status: 201,
    errors: ['Conflict'],
  }),
  updateNoticeTarget: endpoint({
    ...server,
    ...one,
    summary: 'Changes the given fields of a target of the server; its notices name what this admin sees',
    params,
    body: NoticeTargetUpdate,
    errors: ['NotFound'],
  }),
  deleteNoticeTarget: endpoint({
    ...server,
    ...nothing,
    summary: 'Removes a target of the server, with what is on its way there',
    params,
    errors: ['NotFound'],
  }),
  testNoticeTarget: endpoint({
    ...server,
    summary: 'Sends a test notice now, and says what the other server answered',
    params,
    answer: 'json',
    response: NoticeTest,
    errors: ['NotFound'],
  }),
} as const;

const follow = { tag: 'Series', params, answer: 'json', response: SeriesFollow, errors: ['NotFound'] } as const;

export const follows = {
  getSeriesFollow: endpoint({ ...follow, summary: 'Whether I follow a series', permission: ['SeriesRead'] }),
  followSeries: endpoint({ ...follow, summary: 'Follows a series: its new books are noticed', permission: OWN_WRITE }),
  unfollowSeries: endpoint({ ...follow, summary: 'Stops following a series', permission: OWN_WRITE }),
} as const;
