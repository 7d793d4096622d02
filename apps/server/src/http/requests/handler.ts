import type { Api, Endpoint, RouteName, Upload } from '@lectern/contract';
import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Arrival } from '#core/activities/system/check-connection.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventStreamAnswer } from '../answers/send-events.ts';
import type { TextAnswer } from '../answers/choose-type.ts';

type NoFields = Readonly<Record<string, never>>;

type Parsed<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E extends {
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
    /** Languages it would like, as it says so. */
    readonly languages: string | undefined;
    /** The whole header, where cookies count. */
    readonly cookies: string | undefined;
    /** Whether the request came over https, seen from the client. */
    readonly secure: boolean;
    readonly acceptsGzip: boolean;
    /** How it reached the server. */
    readonly arrival: Arrival;
    /** Media types it says it takes; absent when it says nothing. */
    readonly accept: string | undefined;
  };
  /** What a handler may change about its answer. */
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

/** What a handler gives back; undefined goes out as 204. */
export type Answer<E extends Endpoint> = {
  json: JsonAnswer<E>;
  bytes: FileAnswer;
  events: EventStreamAnswer;
  none: undefined;
}[E['answer']];

/** Maps one request to one use case and its result to an answer. */
export type Handler<E extends Endpoint> = (ctx: Context, request: HandlerRequest<E>) => Promise<Answer<E>>;

/** What answers each entry of the contract. */
export type Handlers = { readonly [Name in RouteName]: Handler<Api[Name]> };
