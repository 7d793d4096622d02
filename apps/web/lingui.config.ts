import { LANGUAGE_TAGS } from '@lectern/contract/languages';
import { formatter } from '@lingui/format-po';
import type { LinguiConfig } from '@lingui/conf';

const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...LANGUAGE_TAGS],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  runtimeConfigModule: { Trans: ['#ui/layout/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
  fallbackLocales: { default: 'en' },
};

export { config as default };
