import type { Endpoint } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import type { Charge, Tenths } from '#core/people/token-buckets.ts';
import type { Payer, RateLimiter } from '#core/people/rate-limiter.ts';
import { getPayer, type Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { authenticate, recallViewer, requireGrownUp, requireOwnView, requirePermission } from './authenticate.ts';
import { requireGuestRoute } from './guest-routes.ts';

/** Cost of a picture, and of a 304. */
export const PICTURE_COST: Tenths = 1;
/** Cost of other requests: one token. */
export const USUAL_COST: Tenths = 10;

interface Paid {
  readonly limiter: RateLimiter;
  readonly payer: Payer;
  readonly tenths: Tenths;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for free requests, or without limits; undefined for unreadable requests. */
    paid: Paid | null | undefined;
    /** The state of the client's limit; null without limits. */
    charge: Charge | null | undefined;
  }
}

function refusal({ retryAfterSeconds: retryAfter }: Charge): AppError {
  return new AppError(
    'rate_limit_exceeded',
    say('Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}', { seconds: retryAfter }),
    {
      details: { retryAfter },
    },
  );
}

/**
 * Charges a client for a request. Three headers of the answer tell what is left.
 * @param tenths 0 only reads the state
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
 * Corrects the charge of a request to its real cost.
 * @param tenths the whole cost
 */
export function correctCharge(request: FastifyRequest, tenths: Tenths): void {
  const { paid } = request;
  if (paid === null || paid === undefined || paid.tenths === tenths) return;
  request.paid = { ...paid, tenths };
  const charge = paid.limiter.adjust(paid.payer, tenths - paid.tenths);
  if (charge !== undefined) request.charge = charge;
}

/**
 * Charges the address of a client.
 * @throws {AppError} `rate_limit_exceeded`
 */
function admitAddress(ctx: Context, request: FastifyRequest, tenths: Tenths): void {
  pay(ctx, request, { ip: request.ip }, tenths);
}

/** Cost of a successful request. */
function getCost({ tokens }: Endpoint): Tenths {
  return (tokens ?? 1) * USUAL_COST;
}

/** Identifies the viewer of a dialect. `onCheck` is called before a password is checked that is not cached. */
export type Authenticate = (
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  onCheck: () => void,
) => Promise<Viewer>;

/** The checks of a route. Dialects with their own credentials have their own `authenticate`. */
export type Admission = Endpoint & { readonly authenticate?: Authenticate | undefined };

/**
 * Identifies the viewer, charges them, and checks the permission. A client without a valid credential is charged by its address.
 * A password that must be checked is charged to the address first, even on free routes, because hashing is expensive.
 * @throws {AppError} `Unauthorized`, `rate_limit_exceeded` or `Forbidden`
 */
export async function admit(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Admission,
): Promise<void> {
  if (endpoint.permission === 'public') {
    admitAddress(ctx, request, getCost(endpoint));
    return;
  }
  const viewer = await identify(ctx, request, reply, endpoint);
  // The password was right: the user pays instead of the address.
  correctCharge(request, 0);
  request.paid = null;
  letIn(ctx, request, endpoint, viewer);
}

/** Guests have no account in common, so each pays by address. */
function toPayer({ ip }: FastifyRequest, viewer: Viewer): Payer {
  return viewer.isGuest === true ? { ip } : { userId: getPayer(viewer) };
}

function letIn(ctx: Context, request: FastifyRequest, endpoint: Endpoint, viewer: Viewer): void {
  pay(ctx, request, toPayer(request, viewer), getCost(endpoint));
  if (viewer.isGuest === true) requireGuestRoute(endpoint, request.method);
  requirePermission(viewer, endpoint.permission);
  requireOwnView(viewer, request.method, endpoint);
  requireGrownUp(viewer, request.method, endpoint);
  request.viewer = viewer;
}

/**
 * Admits a cached viewer synchronously, as for page turns.
 * @returns false when nothing was decided
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
  const onCheck = (): void => admitAddress(ctx, request, USUAL_COST);
  try {
    if (endpoint.authenticate !== undefined) return await endpoint.authenticate(ctx, request, reply, onCheck);
    return await authenticate(ctx, request, onCheck);
  } catch (error) {
    const isRefused = error instanceof AppError && error.kind === 'Unauthorized';
    if (isRefused && request.paid === null) admitAddress(ctx, request, endpoint.tokens === 0 ? 0 : USUAL_COST);
    throw error;
  }
}

/** Free addresses outside the contract. */
const FREE_PATHS = /^\/(health|api\/v1\/events)([/?]|$)/;

/**
 * Charges an address for a request outside the contract.
 * @throws {AppError} `rate_limit_exceeded`
 */
export function admitStray(ctx: Context, request: FastifyRequest): void {
  admitAddress(ctx, request, FREE_PATHS.test(request.url) ? 0 : USUAL_COST);
}

/** Reads the state of an address for the headers, without a charge. */
export function tellLimits(ctx: Context, request: FastifyRequest): void {
  admitAddress(ctx, request, 0);
}

/** The headers of the limit, as alternating names and values. */
export function limitHeaders({ charge }: FastifyRequest): readonly string[] {
  if (charge === null || charge === undefined) return [];
  const { limit, remaining, resetSeconds } = charge;
  const left = ['x-ratelimit-limit', String(limit), 'x-ratelimit-remaining', String(remaining)];
  left.push('x-ratelimit-reset', String(resetSeconds));
  return left;
}
