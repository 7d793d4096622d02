import { later } from '../../later.ts';

export const setupHandlers = {
  getSetupStatus: later(async () => (await import('./get-setup-status.ts')).handleGetSetupStatus),
  initializeSetup: later(async () => (await import('./initialize-setup.ts')).handleInitializeSetup),
};
