import type { AuditContext } from '#core/audit/write-audit.ts';
import type { Database } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';

/** What a query takes. */
export interface ReadContext {
  readonly db: Database;
}

/** What a change takes. */
export interface ChangeContext extends ReadContext, AuditContext {
  readonly events: EventBus;
}

/** What queueing a task takes. */
export interface QueueContext extends ReadContext {
  readonly queue: Queue;
}
