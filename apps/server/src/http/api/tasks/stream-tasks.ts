import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamTasks: Handler<typeof api.streamTasks> = async () => ({ kind: 'events', stream: 'task' });
