import jsdoc from 'eslint-plugin-jsdoc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.e2e.ts', '**/*.test-d.ts', '**/tests/**', '**/e2e/**'];

const READS_ENVIRONMENT = { object: 'process', property: 'env', message: 'Only config/env.ts reads the environment.' };
const ENDS_PROCESS = {
  object: 'process',
  property: 'exit',
  message: 'Set process.exitCode and let the loop empty.',
};
const ROLLS_DICE = {
  object: 'Math',
  property: 'random',
  message: 'Use node:crypto, or pass a generator in.',
};

export default defineConfig(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/test-results/**', '**/playwright-report/**', '**/coverage/**'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 3],
      complexity: ['error', 12],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-param-reassign': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-properties': ['error', READS_ENVIRONMENT, ENDS_PROCESS, ROLLS_DICE],
      'no-warning-comments': ['error', { terms: ['fixme', 'hack', 'xxx'] }],
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/strict-boolean-expressions': [
        'error',
        { allowString: false, allowNumber: false, allowNullableObject: false },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 10 },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/web/src/lib/**/*.{ts,tsx}'],
    ignores: ['apps/server/src/http/**', 'apps/server/src/db/schema/**', ...TESTS],
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
  {
    // The query builder hands out functions that are meant to be taken apart: ({ fn, val, ref }) => …
    files: ['apps/server/src/db/**'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
    },
  },
  {
    // Tools a developer runs: they talk to a terminal and are set up by its environment.
    files: ['scripts/**', 'benchmarks/**', 'fixtures/**', 'apps/server/src/main.ts', 'apps/server/src/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['apps/server/src/config/env.ts', 'scripts/**', 'benchmarks/**', '**/_harness/**', '**/*.config.{ts,js}'],
    rules: { 'no-restricted-properties': ['error', ENDS_PROCESS, ROLLS_DICE] },
  },
  { files: ['**/*.config.{ts,js}', '.dependency-cruiser.cjs'], rules: { 'no-restricted-exports': 'off' } },
);
