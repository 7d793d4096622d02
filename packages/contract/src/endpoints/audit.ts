import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AuditEntry, AuditQuery } from '../models/audit.ts';
import { PageQuery, paginated } from '../paging.ts';

const shared = { tag: 'System', permission: ['SystemAdmin'] } as const;

export const audit = {
  listAudit: endpoint({
    ...shared,
    summary:
      'The audit log, newest first: sign-ins, changes of rights, keys and settings, exports, deletions, restores',
    query: PageQuery.extend(AuditQuery.shape),
    answer: 'json',
    response: paginated(AuditEntry),
  }),
  exportAudit: endpoint({
    ...shared,
    summary: 'The audit log as a file, oldest first: CSV, or one JSON object a line; an entry records it',
    body: AuditQuery.extend({ format: z.enum(['csv', 'jsonl']).default('csv') }),
    answer: 'bytes',
  }),
} as const;
