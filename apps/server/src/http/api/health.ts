import { listFindings, refreshFindings, setFindingHidden } from '#core/activities/health/findings.ts';
import type { Handlers } from '../requests/handler.ts';

export const healthHandlers = {
  listHealthFindings: async (ctx) => listFindings(ctx),
  checkHealth: async (ctx) => refreshFindings(ctx),
  hideHealthFinding: async (ctx, { viewer, body }) => setFindingHidden(ctx, viewer, body.key, body.hidden),
} satisfies Partial<Handlers>;
