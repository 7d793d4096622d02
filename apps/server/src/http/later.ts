import type { Context } from '../context.ts';

type Answering<Request, Answer> = (ctx: Context, request: Request) => Promise<Answer>;

/**
 * A handler that is loaded with the first request for it, and its use case with it: a server that nobody has asked yet holds
 * neither, and starts sooner. What readers wait for at every page needs no such detour.
 */
export function later<Request, Answer>(load: () => Promise<Answering<Request, Answer>>): Answering<Request, Answer> {
  let handler: Answering<Request, Answer> | undefined;
  return async (ctx, request) => {
    handler ??= await load();
    return handler(ctx, request);
  };
}
