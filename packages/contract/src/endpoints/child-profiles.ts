import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  ChildProfile,
  ChildProfileCreate,
  ChildProfiles,
  ChildProfileUpdate,
  PinChange,
  ProfileLeave,
} from '../models/child-profile.ts';
import { Id } from '../models/scalars.ts';

const OWN = { tag: 'Child profiles', permission: 'user' } as const;
const params = z.object({ id: Id });

export const childProfiles = {
  listChildProfiles: endpoint({
    ...OWN,
    summary: 'The child profiles of your account, by name',
    answer: 'json',
    response: ChildProfiles,
  }),
  createChildProfile: endpoint({
    ...OWN,
    summary: 'Adds a child profile, which sees what your account sees, or less',
    body: ChildProfileCreate,
    answer: 'json',
    response: ChildProfile,
    status: 201,
    errors: ['Conflict'],
  }),
  updateChildProfile: endpoint({
    ...OWN,
    summary: 'Changes a child profile of your account',
    params,
    body: ChildProfileUpdate,
    answer: 'json',
    response: ChildProfile,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteChildProfile: endpoint({
    ...OWN,
    summary: 'Deletes a child profile with its reading progress, and signs out where it is open',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  openChildProfile: endpoint({
    ...OWN,
    summary: 'Lets this session be that of a child profile of your account, until it is left',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
  leaveChildProfile: endpoint({
    ...OWN,
    summary:
      'Lets this session be that of your own account again; asks for the PIN or the password when there is a PIN',
    inProfile: true,
    body: ProfileLeave,
    answer: 'none',
    status: 204,
    errors: ['rate_limit_exceeded'],
  }),
  savePin: endpoint({
    ...OWN,
    summary: 'Sets or removes the PIN that leaves child profiles',
    body: PinChange,
    answer: 'none',
    status: 204,
    errors: ['rate_limit_exceeded'],
  }),
} as const;
