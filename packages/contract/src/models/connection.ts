import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** Possible obstacles for a connecting program. */
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

/** One finding. */
export const ConnectionFinding = z.object({
  topic: ConnectionTopic,
  /** `notice`: some programs fail, `problem`: all do. */
  level: z.enum(['good', 'notice', 'problem']),
  /** The finding in a sentence. */
  message: z.string(),
  /** What to do about it; empty when all is well. */
  advice: z.string(),
});
export type ConnectionFinding = z.infer<typeof ConnectionFinding>;

/** How this request reached the server. */
export const ConnectionCheck = z.object({
  serverTime: Timestamp,
  /** In a fixed order, one or more per topic. */
  findings: z.array(ConnectionFinding),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

/** What the client knows, for comparison. */
export const ConnectionCheckQuery = z.object({
  /** Address of the server as the client has it: `https://books.example.org`, with the path of the server if it has one. */
  address: z.url({ protocol: /^https?$/, error: 'must be an address like https://books.example.org' }).max(2_048),
  /** Time of the client's clock; not compared when absent. */
  clientTime: z.iso.datetime({ offset: true }).optional(),
  /** True when the client sent an Authorization header. */
  sentAuthorization: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
