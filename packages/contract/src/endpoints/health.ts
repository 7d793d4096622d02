import { endpoint } from '../endpoint.ts';
import { FindingHidden, HealthFindings } from '../models/health.ts';

const shared = { tag: 'Health', permission: ['SystemAdmin'], answer: 'json', response: HealthFindings } as const;

export const health = {
  listHealthFindings: endpoint({
    ...shared,
    summary: 'What needs an admin: each finding in words, what to do, and since when',
  }),
  checkHealth: endpoint({ ...shared, summary: 'Checks the server now, and lists what it finds' }),
  hideHealthFinding: endpoint({
    ...shared,
    summary: 'Hides a finding until it changes, or shows it again',
    body: FindingHidden,
    errors: ['NotFound'],
  }),
} as const;
