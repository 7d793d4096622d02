import type { ScanMode, ScanStatus } from '@lectern/contract';
import { ApiError, hasStatus, request } from '#lib/api.ts';

/**
 * Scans a library with the values that were just saved. A scan that runs began with the former ones, so another one then waits
 * for its end.
 * @returns the started scan, undefined for one that waits
 * @throws {ApiError}
 */
export async function startFollowUp(libraryId: string, mode: ScanMode): Promise<ScanStatus | undefined> {
  try {
    return await request('startScan', { params: { id: libraryId }, query: { mode } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await queueScan(libraryId, mode, error);
    return undefined;
  }
}

/** @throws {ApiError} the running scan, to users who may not queue tasks */
async function queueScan(libraryId: string, mode: ScanMode, running: ApiError): Promise<void> {
  try {
    await request('createTask', { body: { taskType: { type: 'scan_library', libraryId, mode } } });
  } catch (error) {
    if (hasStatus(error, 403)) throw running;
    throw error;
  }
}
