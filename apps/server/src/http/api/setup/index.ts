import { handleGetSetupStatus } from './get-setup-status.ts';
import { handleInitializeSetup } from './initialize-setup.ts';

export const setupHandlers = { getSetupStatus: handleGetSetupStatus, initializeSetup: handleInitializeSetup };
