import type { z } from 'zod';
import type { ErrorKind } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Kind of a response: JSON, bytes of a media type, server-sent events, or none. */
export type AnswerKind = 'json' | 'bytes' | 'events' | 'none';

/** An uploaded file instead of JSON. */
export interface Upload {
  /** Media type of a raw body, a range such as `image/*`. */
  readonly accept: `${string}/*`;
  /** Accepted names of the form field (`multipart/form-data`). */
  readonly fields: readonly [string, ...string[]];
  readonly maxBytes: number;
}

/**
 * One entry of the contract: server route, validation, API description and typed client derive from it. Schemas are
 * camelCase; the server translates snake_case.
 */
export interface Endpoint {
  readonly tag: string;
  /** One line for the API description. */
  readonly summary: string;
  /** `public`, `user` (signed in), or any one of these permissions. */
  readonly permission: 'public' | 'user' | readonly [Permission, ...Permission[]];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** True when the body may be omitted. */
  readonly bodyOptional?: boolean;
  /** The body is one file: raw, or in a form field. */
  readonly upload?: Upload;
  /** Aliases of fields, `alias` to field name, at any depth of query and body. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Query fields accepted in camelCase only. */
  readonly camelCaseOnly?: readonly string[];
  readonly answer: AnswerKind;
  /** True when the bytes may be text, which is compressed. */
  readonly answersText?: boolean;
  /** True when `Range` requests are supported. */
  readonly inParts?: boolean;
  readonly response?: z.ZodType;
  /** Another form of the response for some queries; the typed client never requests it. */
  readonly otherResponse?: z.ZodType;
  /** Text media types available instead of JSON (`Accept`). */
  readonly otherTypes?: readonly [string, ...string[]];
  /** Success status, 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Other statuses with this response, and their meaning. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** True when 204 is possible instead of the response. */
  readonly mayBeEmpty?: boolean;
  /** Tokens of the rate limit, 1 by default. */
  readonly tokens?: 0 | 0.1;
  /** True when an admin who sees the app as another account does may ask: it changes nothing, or ends that. */
  readonly whileViewing?: boolean;
  /** Whether a child profile may ask for this change. By default it may where a permission is needed, and its permissions are few. */
  readonly inProfile?: boolean;
  /** Error kinds beyond those of every endpoint (BadRequest, Unauthorized, Forbidden, InternalServerError). */
  readonly errors?: readonly ErrorKind[];
}

/** Keeps the literal types of an entry. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}
