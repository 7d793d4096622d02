import type { api } from '@lectern/contract';
import { connectionSample } from '#core/system/connection-sample.ts';
import type { Handler } from '../../handler.ts';

export const handleGetConnectionSample: Handler<typeof api.getConnectionSample> = async () => connectionSample();
