import type { z } from 'zod';
import type { ErrorKind } from './errors.ts';
import type { Permission } from './permissions.ts';

/** What an answer is made of: JSON, bytes of some media type, server-sent events, or nothing. */
export type AnswerKind = 'json' | 'bytes' | 'events' | 'none';

/** A file that an endpoint takes in place of JSON. */
export interface Upload {
  /** Media type of a raw body, a range such as `image/*`. */
  readonly accept: `${string}/*`;
  /** Names that the field of a form (`multipart/form-data`) may have. */
  readonly fields: readonly [string, ...string[]];
  readonly maxBytes: number;
}

/**
 * One entry of the contract: the server's route, its checks, the API description and the typed client all come from it.
 * Schemas know camelCase only; the server accepts snake_case by translating at its edge.
 */
export interface Endpoint {
  readonly tag: string;
  /** One line for the API description. */
  readonly summary: string;
  /** `public`, `user` (any signed-in), or any one of these permissions. */
  readonly permission: 'public' | 'user' | readonly [Permission, ...Permission[]];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** True when the body may be left out altogether. */
  readonly bodyOptional?: boolean;
  /** The body is one file: raw under its own media type, or in a field of a form. */
  readonly upload?: Upload;
  /** Other words for a field, `alias` to field name, at any depth of query and body. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Query fields that are accepted in camelCase only. */
  readonly camelCaseOnly?: readonly string[];
  readonly answer: AnswerKind;
  /** True when the bytes may be text, which is compressed on its way. */
  readonly answersText?: boolean;
  /** True when parts of the bytes can be asked for (`Range`). */
  readonly inParts?: boolean;
  readonly response?: z.ZodType;
  /** Another form of the answer, which some query asks for; the typed client does not. */
  readonly otherResponse?: z.ZodType;
  /** Media types of text that may come in place of JSON, when the request asks for one (`Accept`). */
  readonly otherTypes?: readonly [string, ...string[]];
  /** Success status; 200 unless said. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Other statuses that carry the response, with what they mean. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** True when 204 may come instead of the response (nothing there). */
  readonly mayBeEmpty?: boolean;
  /** What a request costs of a client's limit, in tokens; 1 unless said. */
  readonly tokens?: 0 | 0.1;
  /** Kinds beyond those that any endpoint can answer (BadRequest, Unauthorized, Forbidden, InternalServerError). */
  readonly errors?: readonly ErrorKind[];
}

/** Keeps the literal types of an entry. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}
