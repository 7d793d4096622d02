import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  ProfileId,
  ReadingChoice,
  ReadingChoiceUpdate,
  ReadingProfile,
  ReadingProfileNew,
  ReadingProfiles,
  ReadingProfileUpdate,
} from '../models/reading-profile.ts';
import { Id } from '../models/scalars.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ id: ProfileId });
const profile = { tag: 'Reading profiles', answer: 'json', permission: OWN_WRITE } as const;

export const readingProfiles = {
  listReadingProfiles: endpoint({
    ...profile,
    permission: 'user',
    summary: 'Your reading profiles, and what you chose for a book, for a series, and for all',
    query: z.object({ bookId: Id.optional(), seriesId: Id.optional() }),
    response: ReadingProfiles,
    errors: ['NotFound'],
  }),
  createReadingProfile: endpoint({
    ...profile,
    summary: 'Creates a reading profile',
    body: ReadingProfileNew,
    response: ReadingProfile,
    status: 201,
    errors: ['Conflict'],
  }),
  updateReadingProfile: endpoint({
    ...profile,
    summary: 'Changes a reading profile; what is left out stays',
    params,
    body: ReadingProfileUpdate,
    response: ReadingProfile,
    errors: ['NotFound'],
  }),
  deleteReadingProfile: endpoint({
    tag: 'Reading profiles',
    permission: OWN_WRITE,
    summary: 'Deletes a reading profile and its choices; a starter profile gets its first settings back',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  chooseReadingProfile: endpoint({
    ...profile,
    summary: 'Chooses a profile for a series, library or format, or for all books',
    body: ReadingChoiceUpdate,
    response: ReadingChoice,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
