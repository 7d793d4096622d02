import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** What can keep a program from connecting. */
export const ConnectionTopic = z.enum([
  'reach',
  'encryption',
  'address',
  'public_address',
  'sign_in',
  'permissions',
  'clock',
  'doors',
]);
export type ConnectionTopic = z.infer<typeof ConnectionTopic>;

/** One thing that was looked at. */
export const ConnectionFinding = z.object({
  topic: ConnectionTopic,
  /** `notice`: some programs stumble over it, `problem`: all do. */
  level: z.enum(['good', 'notice', 'problem']),
  /** What is so, in a sentence. */
  message: z.string(),
  /** What to do about it; empty where all is well. */
  advice: z.string(),
});
export type ConnectionFinding = z.infer<typeof ConnectionFinding>;

/** What the server finds out about how this request reached it. */
export const ConnectionCheck = z.object({
  serverTime: Timestamp,
  /** In a fixed order, one or more of a topic. */
  findings: z.array(ConnectionFinding),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

/** What the client knows of the way, for the server to compare. */
export const ConnectionCheckQuery = z.object({
  /** The address of the server as the client has it, without a path: `https://books.example.org`. */
  address: z.url({ protocol: /^https?$/, error: 'must be an address like https://books.example.org' }).max(2_048),
  /** What the client's own clock says; left out, it is not compared. */
  clientTime: z.iso.datetime({ offset: true }).optional(),
  /** True when the client sent a header Authorization. */
  sentAuthorization: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
