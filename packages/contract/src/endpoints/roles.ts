import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { OwnRole, OwnRoleCreate, OwnRoleUpdate } from '../models/role.ts';
import { Id } from '../models/scalars.ts';

const params = z.object({ id: Id });
const shared = { tag: 'Users', answer: 'json' } as const;

export const roles = {
  listRoles: endpoint({
    ...shared,
    summary: 'Roles that administrators made of permissions, by name; reader, maintainer and admin stand beside them',
    permission: ['UsersRead'],
    response: z.object({ roles: z.array(OwnRole) }),
  }),
  createRole: endpoint({
    ...shared,
    summary: 'Adds a role made of permissions; a name is taken in any case',
    permission: ['SystemAdmin'],
    body: OwnRoleCreate,
    response: OwnRole,
    status: 201,
    errors: ['Conflict'],
  }),
  updateRole: endpoint({
    ...shared,
    summary: 'Changes a role: what is absent stays; its accounts have the new permissions from the next request on',
    permission: ['SystemAdmin'],
    params,
    body: OwnRoleUpdate,
    response: OwnRole,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteRole: endpoint({
    tag: 'Users',
    summary: 'Deletes a role; refused while an account has it',
    permission: ['SystemAdmin'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
