import type { Endpoint } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import type { Charge, Payer, RateLimiter, Tenths } from '#core/people/rate-limiter.ts';
import type { Viewer } from '#core/viewer.ts';
import { authenticate, recallViewer, requirePermission } from './authenticate.ts';

/** What a picture costs, and what is answered with 304. */
export const PICTURE_COST: Tenths = 1;
/** What everything else costs: one token. */
export const USUAL_COST: Tenths = 10;

/** What a request has paid so far. */
interface Paid {
  readonly limiter: RateLimiter;
  readonly payer: Payer;
  readonly tenths: Tenths;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when it costs nothing, or nothing is limited; undefined of a request that could not be read. */
    paid: Paid | null | undefined;
    /** What its client is told of the limits; null while nothing is to be told. */
    charge: Charge | null | undefined;
  }
}

function refusal({ retryAfterSeconds: retryAfter }: Charge): AppError {
  const unit = retryAfter === 1 ? 'second' : 'seconds';
  return new AppError('rate_limit_exceeded', `Too many requests, try again in ${String(retryAfter)} ${unit}`, {
    details: { retryAfter },
  });
}

/**
 * Lets a client pay for a request; what is left it is told in the three headers of the answer.
 * @param tenths 0 tells only
 * @throws {AppError} `rate_limit_exceeded`
 */
function pay({ limiter }: Context, request: FastifyRequest, payer: Payer, tenths: Tenths): void {
  const charge = tenths === 0 ? limiter.adjust(payer, 0) : limiter.take(payer, tenths);
  if (charge === undefined) return;
  request.charge = charge;
  if (!charge.isAllowed) throw refusal(charge);
  if (tenths > 0) request.paid = { limiter, payer, tenths };
}

/**
 * Sets right what a request has paid, once it is known what it cost.
 * @param tenths what it costs in all
 */
export function settle(request: FastifyRequest, tenths: Tenths): void {
  const { paid } = request;
  if (paid === null || paid === undefined || paid.tenths === tenths) return;
  request.paid = { ...paid, tenths };
  const charge = paid.limiter.adjust(paid.payer, tenths - paid.tenths);
  if (charge !== undefined) request.charge = charge;
}

/**
 * Lets the address of a client pay.
 * @throws {AppError} `rate_limit_exceeded`
 */
function admitAnybody(ctx: Context, request: FastifyRequest, tenths: Tenths): void {
  pay(ctx, request, { ip: request.ip }, tenths);
}

/** What an endpoint costs when all goes well. */
function costOf({ tokens }: Endpoint): Tenths {
  return (tokens ?? 1) * USUAL_COST;
}

/** How a door finds out who asks: `onCheck` is called before a password is checked that is not remembered. */
export type Authenticate = (
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  onCheck: () => void,
) => Promise<Viewer>;

/** What a route demands of its caller; dialects with their own credentials bring their `authenticate`. */
export type Admission = Endpoint & { readonly authenticate?: Authenticate | undefined };

/**
 * Finds out who asks, lets them pay, and checks that they may. Who cannot be identified pays by their address;
 * so does, before anything else, whoever sends a password that has to be checked: it costs more than any request, also where
 * requests cost nothing.
 * @throws {AppError} `Unauthorized`, `rate_limit_exceeded` or `Forbidden`
 */
export async function admit(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Admission,
): Promise<void> {
  if (endpoint.permission === 'public') {
    admitAnybody(ctx, request, costOf(endpoint));
    return;
  }
  const viewer = await identify(ctx, request, reply, endpoint);
  // The password was right: the user pays, not the address.
  settle(request, 0);
  request.paid = null;
  letIn(ctx, request, endpoint, viewer);
}

function letIn(ctx: Context, request: FastifyRequest, endpoint: Endpoint, viewer: Viewer): void {
  pay(ctx, request, { userId: viewer.userId }, costOf(endpoint));
  requirePermission(viewer, endpoint.permission);
  request.viewer = viewer;
}

/**
 * The same synchronously, for a viewer who is cached: the case of page turns.
 * @returns false when nothing has been decided
 * @throws {AppError} `rate_limit_exceeded` or `Forbidden`
 */
export function admitKnown(ctx: Context, request: FastifyRequest, endpoint: Endpoint): boolean {
  if (endpoint.permission === 'public') return false;
  const viewer = recallViewer(ctx, request);
  if (viewer === undefined) return false;
  letIn(ctx, request, endpoint, viewer);
  return true;
}

async function identify(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Admission,
): Promise<Viewer> {
  const onCheck = (): void => admitAnybody(ctx, request, USUAL_COST);
  try {
    if (endpoint.authenticate !== undefined) return await endpoint.authenticate(ctx, request, reply, onCheck);
    return await authenticate(ctx, request, onCheck);
  } catch (error) {
    const isRefused = error instanceof AppError && error.kind === 'Unauthorized';
    if (isRefused && request.paid === null) admitAnybody(ctx, request, endpoint.tokens === 0 ? 0 : USUAL_COST);
    throw error;
  }
}

/** Addresses below the one for events, which cost nothing. */
const FREE_PATHS = /^\/(health|api\/v1\/events)([/?]|$)/;

/**
 * Lets an address pay for what is no endpoint of the contract.
 * @throws {AppError} `rate_limit_exceeded`
 */
export function admitStray(ctx: Context, request: FastifyRequest): void {
  admitAnybody(ctx, request, FREE_PATHS.test(request.url) ? 0 : USUAL_COST);
}

/** Tells an address what is left to it, and takes nothing. */
export function tellLimits(ctx: Context, request: FastifyRequest): void {
  admitAnybody(ctx, request, 0);
}

/** What an answer says of the limits of its client: names and values in turn. */
export function limitHeaders({ charge }: FastifyRequest): readonly string[] {
  if (charge === null || charge === undefined) return [];
  const { limit, remaining, resetSeconds } = charge;
  const left = ['x-ratelimit-limit', String(limit), 'x-ratelimit-remaining', String(remaining)];
  left.push('x-ratelimit-reset', String(resetSeconds));
  return left;
}
