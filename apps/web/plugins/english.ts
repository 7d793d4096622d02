import { i18n } from '@lingui/core';

// Tests read the messages that stand in the code.
i18n.loadAndActivate({ locale: 'en', messages: {} });
