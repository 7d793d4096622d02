import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamEvents: Handler<typeof api.streamEvents> = async () => ({ kind: 'events', stream: 'entity' });
