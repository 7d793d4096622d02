import type { Endpoint } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '#core/errors.ts';
import type { Payer, RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Charge, Tenths } from '#core/limits/token-buckets.ts';
import type { Viewer } from '#core/viewer.ts';
import { authenticate, requirePermission } from './authenticate.ts';

/** What a picture costs, and what is answered with 304 (decision A14). */
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
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function tell(reply: FastifyReply, charge: Charge): void {
  void reply
    .header('x-ratelimit-limit', String(charge.limit))
    .header('x-ratelimit-remaining', String(charge.remaining))
    .header('x-ratelimit-reset', String(charge.resetSeconds));
}

function refusal({ retryAfterSeconds: retryAfter }: Charge): AppError {
  const unit = retryAfter === 1 ? 'second' : 'seconds';
  return new AppError('rate_limit_exceeded', `Too many requests, try again in ${String(retryAfter)} ${unit}`, {
    details: { retryAfter },
  });
}

/**
 * Lets a client pay for a request, and tells it in the three headers what is left.
 * @param tenths 0 tells only
 * @throws {AppError} `rate_limit_exceeded`
 */
function pay({ limiter }: Context, { request, reply }: Exchange, payer: Payer, tenths: Tenths): void {
  const charge = tenths === 0 ? limiter.adjust(payer, 0) : limiter.take(payer, tenths);
  if (charge === undefined) return;
  tell(reply, charge);
  if (!charge.isAllowed) throw refusal(charge);
  if (tenths > 0) request.paid = { limiter, payer, tenths };
}

/**
 * Sets right what a request has paid, once it is known what it cost.
 * @param tenths what it costs in all
 */
export function settle(request: FastifyRequest, reply: FastifyReply, tenths: Tenths): void {
  const { paid } = request;
  if (paid === null || paid === undefined || paid.tenths === tenths) return;
  request.paid = { ...paid, tenths };
  const charge = paid.limiter.adjust(paid.payer, tenths - paid.tenths);
  if (charge !== undefined) tell(reply, charge);
}

/**
 * Lets the address of a client pay.
 * @throws {AppError} `rate_limit_exceeded`
 */
function admitAnybody(ctx: Context, request: FastifyRequest, reply: FastifyReply, tenths: Tenths): void {
  pay(ctx, { request, reply }, { ip: request.ip }, tenths);
}

/** What an endpoint costs when all goes well. */
function costOf({ tokens }: Endpoint): Tenths {
  return (tokens ?? 1) * USUAL_COST;
}

/**
 * Finds out who asks, lets them pay, and checks that they may (decision A14). Who cannot be identified pays by their address;
 * so does, before anything else, whoever sends a password that has to be checked: it costs more than any request, also where
 * requests cost nothing.
 * @throws {AppError} `Unauthorized`, `rate_limit_exceeded` or `Forbidden`
 */
export async function admit(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): Promise<void> {
  if (endpoint.permission === 'public') {
    admitAnybody(ctx, request, reply, costOf(endpoint));
    return;
  }
  const viewer = await identify(ctx, request, reply, endpoint);
  // The password was right: the user pays, not the address.
  settle(request, reply, 0);
  request.paid = null;
  pay(ctx, { request, reply }, { userId: viewer.userId }, costOf(endpoint));
  requirePermission(viewer, endpoint.permission);
  request.viewer = viewer;
}

async function identify(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): Promise<Viewer> {
  try {
    return await authenticate(ctx, request, () => admitAnybody(ctx, request, reply, USUAL_COST));
  } catch (error) {
    const isRefused = error instanceof AppError && error.kind === 'Unauthorized';
    if (isRefused && request.paid === null) admitAnybody(ctx, request, reply, endpoint.tokens === 0 ? 0 : USUAL_COST);
    throw error;
  }
}

/** Addresses below the one for events, which cost nothing. */
const FREE_PATHS = /^\/(health|api\/v1\/events)([/?]|$)/;

/**
 * Lets an address pay for what is no endpoint of the contract.
 * @throws {AppError} `rate_limit_exceeded`
 */
export function admitStray(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  admitAnybody(ctx, request, reply, FREE_PATHS.test(request.url) ? 0 : USUAL_COST);
}

/** Tells an address what is left to it, and takes nothing. */
export function tellLimits(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  admitAnybody(ctx, request, reply, 0);
}

/** The three headers as they stand, for an answer that is written past the reply. */
export function limitHeaders(reply: FastifyReply): Record<string, string> {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
