import type { api } from '@lectern/contract';
import { readResource } from '#core/pages/read-resource.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookResource: Handler<typeof api.getBookResource> = async (ctx, { viewer, params, client }) =>
  readResource(ctx, viewer, params.id, { path: params.path, acceptsGzip: client.acceptsGzip });
