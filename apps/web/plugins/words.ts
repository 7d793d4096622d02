import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import babel from '@rolldown/plugin-babel';
import type { Plugin, PluginOption } from 'vite';
import { readCatalog } from './read-catalog.ts';

const configPath = join(import.meta.dirname, '../lingui.config.ts');
const HAS_WORDS = /from '@lingui\/(?:core|react)\/macro'/;

/** A part of a catalog: what the first page shows, or the rest. */
const PART = /\/([\w-]+)\.po\?(start|rest)$/;

/** Where the messages of the first page stand. All other code loads the rest first. */
const OF_START =
  /^src\/(?:app|lib|ui|features\/home|entities\/(?:book|health|library|preferences|release|scan|series|task)|features\/search\/search-box)/;

/** Compiles the two parts of each catalog in `locales`. A message without a translation stays English. */
function catalogs(): Plugin {
  return {
    name: 'lectern-catalogs',
    load: {
      filter: { id: PART },
      async handler(id) {
        const [, language = 'en', part] = PART.exec(id) ?? [];
        const file = id.replace(/\?.*$/, '');
        this.addWatchFile(file);
        const entries = Object.entries(await readCatalog(await readFile(file, 'utf8')));
        const inPart = entries.filter(([, { files }]) => files.some((at) => OF_START.test(at)) === (part === 'start'));
        const messages = inPart.map(
          ([key, { message, translation }]) => [key, translation === '' ? message : translation] as const,
        );
        const { source, errors } = createCompiledCatalog(language, Object.fromEntries(messages), { namespace: 'es' });
        const [error] = errors;
        if (error !== undefined) this.error(`${file}: ${error.error.message}, in ${error.source}`);
        return { code: source, moduleType: 'js' };
      },
    },
  };
}

/**
 * Replaces each message in the code by its id, and compiles the catalogs.
 *
 * The macros are transformed by Babel: the npm of Node 20 does not install the native transform.
 */
export function words(): PluginOption {
  const macro = ['@lingui/babel-plugin-lingui-macro', { linguiConfig: getConfig({ configPath }) }];
  return [
    babel({ presets: [{ preset: { plugins: [macro] }, rolldown: { filter: { code: HAS_WORDS } } }] }),
    catalogs(),
  ];
}
