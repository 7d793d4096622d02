import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';
import { AgeLimit } from './sharing.ts';
import { CurrentPassword, Username } from './user.ts';

/** Four to eight digits. */
export const Pin = z.string().regex(/^\d{4,8}$/, 'must have four to eight digits');

/** A profile without a password, below the account of a parent. It sees what the parent sees, or less. */
export const ChildProfile = z.object({
  id: Id,
  name: z.string(),
  /** Its own libraries; null for all of the parent. */
  libraryIds: z.array(Id).nullable(),
  /** Its own age limit; null for that of the parent. */
  ageLimit: AgeLimit.nullable(),
  /** False when an admin switched it off: then it cannot be opened. */
  isActive: z.boolean(),
  createdAt: Timestamp,
});
export type ChildProfile = z.infer<typeof ChildProfile>;

export const ChildProfiles = z.object({
  profiles: z.array(ChildProfile),
  /** Whether leaving a profile asks for a PIN. */
  hasPin: z.boolean(),
  /** Whether the account has a password, which a change of the PIN asks for. */
  hasPassword: z.boolean(),
});
export type ChildProfiles = z.infer<typeof ChildProfiles>;

export const ChildProfileCreate = z.object({
  name: Username,
  libraryIds: z.array(Id).max(10_000).nullable().default(null),
  ageLimit: AgeLimit.nullable().default(null),
});
export type ChildProfileCreate = z.infer<typeof ChildProfileCreate>;

/** Absent keeps. */
export const ChildProfileUpdate = z.object({
  name: Username.optional(),
  libraryIds: z.array(Id).max(10_000).nullable().optional(),
  ageLimit: AgeLimit.nullable().optional(),
});
export type ChildProfileUpdate = z.infer<typeof ChildProfileUpdate>;

/** Null removes the PIN. An account without a password shows a sign-in of the last minutes instead. */
export const PinChange = z.object({ pin: Pin.nullable(), currentPassword: CurrentPassword.optional() });
export type PinChange = z.infer<typeof PinChange>;

/** The PIN or the password of the parent; neither where the parent has no PIN. */
export const ProfileLeave = z.object({ pin: Pin.optional(), password: CurrentPassword.optional() });
export type ProfileLeave = z.infer<typeof ProfileLeave>;
