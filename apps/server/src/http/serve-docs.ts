import type { FastifyInstance } from 'fastify';
import type { Context } from '#context/context.ts';
import { admitStray } from './people/admit.ts';
import { describeApi } from './openapi.ts';
import { getPathPrefix } from './reach/path-prefix.ts';

/** Scalar uses inline styles and one inline script. It loads everything from this server. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Fixed path of the documentation, besides the configured one. */
const SECOND_PATH = '/api/docs';

/** Serves the interactive documentation and its OpenAPI document at both paths. */
export async function serveDocs(app: FastifyInstance, ctx: Context): Promise<void> {
  const { apiDocsPath: docsPath } = ctx.config.api;
  // Loaded on demand: it has megabytes of script.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const description = describeApi();
  for (const path of new Set([docsPath, SECOND_PATH])) {
    await app.register(async (docs) => {
      docs.addHook('onRequest', async (request, reply) => {
        admitStray(ctx, request);
        void reply.header('content-security-policy', DOCS_POLICY);
        const prefix = getPathPrefix(request);
        // The redirect of the package knows no prefix.
        if (prefix === '' || request.url.replace(/\?.*$/s, '') !== path) return undefined;
        return reply.redirect(`${prefix}${path}/`, 301);
      });
      docs.get(`${path}/openapi.json`, async (request, reply) => {
        const prefix = getPathPrefix(request);
        const servers = [{ url: prefix === '' ? '/' : prefix }];
        return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...description, servers }));
      });
      await docs.register(scalar, {
        routePrefix: path as `/${string}`,
        configuration: {
          pageTitle: 'Lectern API',
          url: './openapi.json',
          withDefaultFonts: false,
          telemetry: false,
          hideClientButton: true,
          agent: { disabled: true },
          mcp: { disabled: true },
          showDeveloperTools: 'never',
        },
      });
    });
  }
}
