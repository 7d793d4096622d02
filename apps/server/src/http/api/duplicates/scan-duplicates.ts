import type { api } from '@lectern/contract';
import { requestDuplicateScan } from '#core/duplicates/request-duplicate-scan.ts';
import type { Handler } from '../../handler.ts';

export const handleScanDuplicates: Handler<typeof api.scanDuplicates> = async (ctx) => requestDuplicateScan(ctx);
