import { handleGetHealth } from './get-health.ts';

export const healthHandlers = { getHealth: handleGetHealth };
