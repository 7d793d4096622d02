import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MailToken } from '../models/account.ts';
import { BookPage, PositionList, WebPublication } from '../models/book.ts';
import { Id } from '../models/scalars.ts';
import { CreatedShare, MadeShare, Share, ShareCreate, SharedItem } from '../models/share.ts';
import { PageQuery, paginated } from '../paging.ts';
import { OWN_WRITE } from '../permissions.ts';
import { books } from './catalog.ts';
import { CoverQuery } from './cover-query.ts';

const params = z.object({ id: Id });
const bookParams = z.object({ id: Id, bookId: Id });
/** A cookie names the opened link; everything else looks like a link that does not exist. */
const opened = { tag: 'Shared links', permission: 'public', errors: ['NotFound'] } as const;
const ofBook = { ...opened, params: bookParams } as const;

export const shares = {
  listShares: endpoint({
    tag: 'Shared links',
    summary: 'My links that can be opened, newest first',
    permission: 'user',
    answer: 'json',
    response: z.object({ shares: z.array(Share) }),
  }),
  listAllShares: endpoint({
    tag: 'Shared links',
    summary: 'Links of all accounts that can be opened, newest first',
    permission: ['SystemAdmin'],
    query: PageQuery,
    answer: 'json',
    response: paginated(MadeShare),
  }),
  createShare: endpoint({
    tag: 'Shared links',
    summary:
      'Makes a link to one book, reading list or quotation, for people with an account or for anyone, as far as admins allow',
    permission: OWN_WRITE,
    inProfile: false,
    body: ShareCreate,
    answer: 'json',
    response: CreatedShare,
    status: 201,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteShare: endpoint({
    tag: 'Shared links',
    summary: 'Ends a link at once; admins end any',
    permission: OWN_WRITE,
    inProfile: false,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  openShare: endpoint({
    ...opened,
    summary: 'Opens a link by its token: a cookie then gives its books; a link for accounts needs a session',
    body: z.object({ token: MailToken }),
    answer: 'json',
    response: SharedItem,
    errors: ['NotFound', 'rate_limit_exceeded'],
  }),
  getShared: endpoint({
    ...opened,
    summary: 'What an opened link shares',
    params,
    answer: 'json',
    response: SharedItem,
  }),
  getSharedCover: endpoint({
    ...ofBook,
    summary: 'Cover of a shared book',
    tokens: 0.1,
    query: CoverQuery,
    answer: 'bytes',
  }),
  listSharedPages: endpoint({
    ...ofBook,
    summary: 'Pages of a shared book',
    answer: 'json',
    response: z.array(BookPage),
  }),
  getSharedPage: endpoint({
    ...opened,
    summary: 'One page of a shared book',
    tokens: 0.1,
    params: bookParams.extend({ pageNumber: books.getBookPage.params.shape.pageNumber }),
    query: books.getBookPage.query,
    answer: 'bytes',
  }),
  getSharedManifest: endpoint({
    ...ofBook,
    summary: 'Readium web publication of a shared reflowable book',
    answer: 'json',
    response: WebPublication,
  }),
  getSharedPositions: endpoint({
    ...ofBook,
    summary: 'Positions of a shared reflowable book',
    answer: 'json',
    response: PositionList,
  }),
  getSharedResource: endpoint({
    ...opened,
    summary: 'One resource of a shared reflowable book, sanitised',
    params: bookParams.extend({ path: z.string().min(1).max(4096) }),
    answer: 'bytes',
    answersText: true,
  }),
} as const;
