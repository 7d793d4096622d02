import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamScans: Handler<typeof api.streamScans> = async () => ({ kind: 'events', stream: 'scan' });
