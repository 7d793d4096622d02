import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MailToken, Registered } from '../models/account.ts';
import { CreatedInvitation, Invitation, InvitationAcceptance, InvitationCreate } from '../models/invitation.ts';
import { Id, Timestamp } from '../models/scalars.ts';

export const invitations = {
  listInvitations: endpoint({
    tag: 'Users',
    summary: 'Invitations that can still be used, newest first: all for admins, else one’s own',
    permission: ['UsersWrite'],
    answer: 'json',
    response: z.object({ invitations: z.array(Invitation) }),
  }),
  createInvitation: endpoint({
    tag: 'Users',
    summary: 'Makes a link with which people make their own account, with a role and libraries, once or several times',
    permission: ['UsersWrite'],
    body: InvitationCreate,
    answer: 'json',
    response: CreatedInvitation,
    status: 201,
    errors: ['Conflict'],
  }),
  deleteInvitation: endpoint({
    tag: 'Users',
    summary: 'Ends an invitation; accounts that were made with it stay',
    permission: ['UsersWrite'],
    params: z.object({ id: Id }),
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  checkInvitation: endpoint({
    tag: 'Authentication',
    summary: 'Whether an invitation can be used, without using it',
    permission: 'public',
    body: z.object({ token: MailToken }),
    answer: 'json',
    response: z.object({ expiresAt: Timestamp }),
    errors: ['rate_limit_exceeded'],
  }),
  acceptInvitation: endpoint({
    tag: 'Authentication',
    summary: 'Makes an account with an invitation, and signs in unless the address must be confirmed first',
    permission: 'public',
    body: InvitationAcceptance,
    answer: 'json',
    response: Registered,
    status: 201,
    errors: ['Conflict', 'ServiceUnavailable', 'rate_limit_exceeded'],
  }),
} as const;
