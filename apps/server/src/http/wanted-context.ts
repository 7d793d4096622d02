import type { Context } from '../context.ts';

/**
 * The context for one request: what it reads from the database that takes long is given up once its client has gone.
 * @param asked its signal is looked at when something is read that may take long
 */
export function wantedContext(ctx: Context, asked: { readonly signal: AbortSignal }): Context {
  return { ...ctx, db: ctx.db.whileWanted(() => asked.signal) };
}
