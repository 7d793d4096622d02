import { loadRoutes } from '@lectern/contract/client';
import { i18n } from '@lingui/core';

// Tests read the messages that stand in the code, and know the routes of every page.
i18n.loadAndActivate({ locale: 'en', messages: {} });
await loadRoutes();
