import { handleStreamEvents } from './stream-events.ts';

export const eventHandlers = { streamEvents: handleStreamEvents };
