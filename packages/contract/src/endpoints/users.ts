import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AccountView, ResetLink, User, UserCreate, UserDetail, UserUpdate } from '../models/account.ts';
import { Id } from '../models/scalars.ts';
import { AccessMode } from '../models/sharing.ts';
import { RoleName } from '../models/user.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });

const update = {
  tag: 'Users',
  summary: 'Changes an account: what is absent stays; a new password or deactivation signs the user out everywhere',
  permission: ['UsersWrite'],
  params,
  body: UserUpdate,
  answer: 'json',
  response: User,
  errors: ['NotFound', 'Conflict'],
} as const;

export const users = {
  listUsers: endpoint({
    tag: 'Users',
    summary: 'Accounts by name',
    permission: ['UsersRead'],
    query: PageQuery.extend({
      role: RoleName.optional(),
      /** Only active accounts, or only inactive ones. */
      isActive: z.stringbool().optional(),
      /** Part of a name or e-mail address. */
      search: z.string().max(254).optional(),
      /** Only accounts with a grant of this sharing tag, ignoring case. */
      sharingTag: z.string().max(200).optional(),
      /** Only grants of this kind; requires `sharingTag`. */
      sharingTagMode: AccessMode.optional(),
    }),
    answer: 'json',
    response: paginated(User),
  }),
  createUser: endpoint({
    tag: 'Users',
    summary: 'Adds an account, a reader unless a role is given',
    permission: ['UsersWrite'],
    body: UserCreate,
    answer: 'json',
    response: User,
    status: 201,
    errors: ['Conflict'],
  }),
  getUser: endpoint({
    tag: 'Users',
    summary: 'One account, with how much is its own',
    permission: ['UsersRead'],
    params,
    answer: 'json',
    response: UserDetail,
    errors: ['NotFound'],
  }),
  updateUser: endpoint(update),
  patchUser: endpoint(update),
  createResetLink: endpoint({
    tag: 'Users',
    summary: 'Makes a link by which a user chooses a new password, to be handed over; those before it end',
    permission: ['UsersWrite'],
    params,
    answer: 'json',
    response: ResetLink,
    status: 201,
    errors: ['NotFound', 'Conflict'],
  }),
  beginAccountView: endpoint({
    tag: 'Users',
    summary:
      'Lets this session see the app as another account does, for an hour and without changes; it is told to that account',
    permission: ['SystemAdmin'],
    params,
    answer: 'json',
    response: AccountView,
    status: 201,
    errors: ['NotFound', 'Conflict'],
  }),
  endAccountView: endpoint({
    tag: 'Users',
    summary: 'Lets this session see the app as its own account does again',
    permission: 'user',
    whileViewing: true,
    answer: 'none',
    status: 204,
  }),
  listAccountViews: endpoint({
    tag: 'Users',
    summary: 'When admins saw the app as the caller does, latest first',
    permission: 'user',
    answer: 'json',
    response: z.array(AccountView),
  }),
  deleteUser: endpoint({
    tag: 'Users',
    summary: 'Deletes an account with its reading progress; not one’s own, and not the last administrator',
    permission: ['UsersDelete'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
