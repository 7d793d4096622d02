import type { Api, Endpoint, RouteName, Upload } from '@lectern/contract';
import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Arrival } from '#core/activities/system/check-connection.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventStreamAnswer } from '../answers/send-events.ts';
import type { TextAnswer } from '../answers/choose-type.ts';

type NoFields = Readonly<Record<string, never>>;

/** The checked value of one part of a request. */
export type Parsed<E, Key extends 'params' | 'query' | 'body'> = E extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Key extends 'body'
    ? undefined
    : NoFields;

/** One checked request as its handler sees it. */
export interface HandlerRequest<E extends Endpoint> {
  /** Null only on public endpoints, which look at no credential. */
  readonly viewer: E['permission'] extends 'public' ? null : Viewer;
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: E extends { readonly upload: Upload }
    ? Buffer
    : E extends { readonly bodyOptional: true }
      ? Parsed<E, 'body'> | undefined
      : Parsed<E, 'body'>;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Path of this request, without query; for links. */
  readonly path: string;
  readonly client: {
    readonly ip: string;
    readonly userAgent: string | null;
    /** `Accept-Language` as it was sent. */
    readonly languages: string | undefined;
    /** The whole header; undefined where cookies do not count. */
    readonly cookies: string | undefined;
    /** Whether a browser says that a page of another site makes the request. */
    readonly isForeignPage: boolean;
    /** Whether the client sent the request over https. */
    readonly secure: boolean;
    /** Path below which the client reaches the server: `/lectern`, or empty. */
    readonly prefix: string;
    /** `Origin` as it was sent. Programs other than browsers send anything. */
    readonly origin: string | undefined;
    readonly acceptsGzip: boolean;
    /** Address at the other end of the connection, whatever headers say. */
    readonly peer: string;
    /** The only value of a header, as UTF-8; undefined when it is missing or there twice. */
    readonly readHeader: (name: string) => string | undefined;
    /** How the request reached the server. */
    readonly arrival: Arrival;
    /** `Accept` as it was sent. */
    readonly accept: string | undefined;
  };
  readonly reply: {
    readonly status: (code: number) => void;
    readonly header: (name: string, value: string) => void;
  };
}

type OtherAnswer<E extends Endpoint> = E extends { readonly otherResponse: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never;

type TextForm<E extends Endpoint> = E extends { readonly otherTypes: readonly string[] } ? TextAnswer : never;

type JsonAnswer<E extends Endpoint> = E extends { readonly response: infer Schema extends z.ZodType }
  ? E extends { readonly mayBeEmpty: true }
    ? z.output<Schema> | undefined
    : z.output<Schema> | OtherAnswer<E> | TextForm<E>
  : never;

/** What a handler resolves to; nothing goes out as 204. */
type Answer<E extends Endpoint> = E['answer'] extends 'none'
  ? Promise<void>
  : Promise<{ json: JsonAnswer<E>; bytes: FileAnswer; events: EventStreamAnswer; none: undefined }[E['answer']]>;

/** Maps one request to one use case and its result to an answer. */
export type Handler<E extends Endpoint> = (ctx: Context, request: HandlerRequest<E>) => Answer<E>;

/** A handler for each row of the contract. */
export type Handlers = { readonly [Name in RouteName]: Handler<Api[Name]> };
