import { join } from 'node:path';
import { getConfig } from '@lingui/conf';
import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

const configPath = join(import.meta.dirname, '../lingui.config.ts');
const HAS_WORDS = /from '@lingui\/(?:core|react)\/macro'/;

/**
 * Replaces each message in the code by its id, and compiles the catalogs in `locales`.
 *
 * The macros are transformed by Babel: the npm of Node 20 does not install the native transform.
 */
export function words(): PluginOption {
  const macro = ['@lingui/babel-plugin-lingui-macro', { linguiConfig: getConfig({ configPath }) }];
  return [
    babel({ presets: [{ preset: { plugins: [macro] }, rolldown: { filter: { code: HAS_WORDS } } }] }),
    lingui({ configPath, failOnCompileError: true }),
  ];
}
