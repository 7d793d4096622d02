import type { AuditCategory } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, buildAddress, fetchSignedIn, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

/** Filter of the audit log in the page. */
export interface AuditFilter {
  readonly category: AuditCategory | undefined;
  readonly search: string;
}

function toQuery({ category, search }: AuditFilter) {
  return { ...(category === undefined ? {} : { category }), ...(search === '' ? {} : { search }) };
}

/** One page of the audit log. @param page from 1 */
export const auditQuery = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['listAudit', filter, page],
    queryFn: async ({ signal }) => request('listAudit', { query: { ...toQuery(filter), page }, signal }),
    // Whatever an admin does adds entries.
    staleTime: 0,
  });

/** Downloads every matching entry as CSV. @throws {ApiError} */
export async function downloadAudit(filter: AuditFilter): Promise<void> {
  const response = await fetchSignedIn(buildAddress('exportAudit'), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ ...toQuery(filter), format: 'csv' }),
  });
  if (!response.ok) {
    const { error, message, details } = (await response.json()) as Record<string, unknown>;
    throw new ApiError(response.status, String(error), String(message), details);
  }
  saveFile('lectern-audit.csv', await response.blob());
}
