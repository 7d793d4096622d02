import parser from '@typescript-eslint/parser';
import jsdoc from 'eslint-plugin-jsdoc';
import { defineConfig } from 'eslint/config';

// Docstrings only, which nothing else checks; every other rule stands in .oxlintrc.json.
export default defineConfig(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/test-results/**', '**/playwright-report/**', '**/coverage/**'],
  },
  // Comments that switch off a rule of the other linter are not for this one to judge.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['packages/*/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/web/src/lib/**/*.{ts,tsx}'],
    ignores: ['apps/server/src/http/**', 'apps/server/src/db/schema/**', '**/*.test.{ts,tsx}', '**/*.test-d.ts'],
    languageOptions: { parser },
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          require: { FunctionDeclaration: true, ClassDeclaration: true },
          contexts: ['TSInterfaceDeclaration'],
        },
      ],
      'jsdoc/require-description': [
        'error',
        { contexts: ['FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration'] },
      ],
      'jsdoc/informative-docs': 'error',
      'jsdoc/no-types': 'error',
      // A parameter whose name and type say it all needs no line.
      'jsdoc/check-param-names': ['error', { disableMissingParamChecks: true, checkDestructured: false }],
      'jsdoc/require-throws-type': 'error',
    },
  },
);
