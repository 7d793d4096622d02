import type { api } from '@lectern/contract';
import { listExportFields } from '#core/exports/export-fields.ts';
import type { Handler } from '../../handler.ts';

export const handleListExportFields: Handler<typeof api.listExportFields> = async () => listExportFields();
