import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

interface WorkerOptions {
  /** Module of the worker, from the root of the app. */
  readonly entry: string;
  /** Name of the file at the root of the app. The address stays the same in every release. */
  readonly fileName: string;
  /** Modules whose code the worker fetches when it is installed. */
  readonly shell: readonly string[];
  /** Modules whose code it fetches with the first kept book. */
  readonly readers: readonly string[];
  /** Everything of the shell, in kB as it is stored. */
  readonly shellKb: number;
}

/** Files of `public` that the app shows at its start. */
const PUBLIC = ['look.js', 'icon.svg', 'icon-192.png', 'manifest.webmanifest'];

/** Bundles the service worker into one file and writes the list of files that it fetches into it. */
export function worker({ entry, fileName, shell, readers, shellKb }: WorkerOptions): Plugin {
  let root = '';
  return {
    name: 'lectern-worker',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    async generateBundle(_, bundle) {
      const ofShell = listFiles(bundle, shell);
      const missing = [...shell, ...readers].filter((module) => findChunk(bundle, module) === undefined);
      if (missing.length > 0) this.error(`no chunk begins with ${missing.join(', ')}`);
      const own = PUBLIC.map((name) => readFileSync(join(root, 'public', name)));
      const bytes = own.reduce((sum, file) => sum + file.length, 0) + sumBytes(bundle, ofShell);
      this.info(`offline shell: ${(bytes / 1000).toFixed(0)} kB in ${String(ofShell.length)} files`);
      if (bytes > shellKb * 1000) this.error(`the offline shell is over ${String(shellKb)} kB`);
      const version = createHash('sha256');
      for (const name of Object.keys(bundle).toSorted()) version.update(name);
      for (const file of own) version.update(file);
      const source = await bundleWorker(join(root, entry), root, {
        __VERSION__: version.digest('hex').slice(0, 12),
        __SHELL__: ['', ...PUBLIC, ...ofShell],
        __READERS__: listFiles(bundle, readers).filter((name) => !ofShell.includes(name)),
      });
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

async function bundleWorker(entry: string, root: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const define = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
  const built = await build({
    root,
    define,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const output = Array.isArray(built) ? built[0] : built;
  if (output === undefined || !('output' in output)) throw new Error('The worker has no code');
  return output.output[0].code;
}

function findChunk(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk | undefined {
  const holds = (chunk: Rolldown.OutputChunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`));
  return Object.values(bundle).find((item): item is Rolldown.OutputChunk => item.type === 'chunk' && holds(item));
}

/** Chunks that hold the modules, everything that they import statically, and their styles; the entry too. */
function listFiles(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const item = bundle[name];
    if (item?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    for (const style of item.viteMetadata?.importedCss ?? []) found.add(style);
    item.imports.forEach(visit);
  };
  for (const item of Object.values(bundle)) if (item.type === 'chunk' && item.isEntry) visit(item.fileName);
  for (const module of modules) visit(findChunk(bundle, module)?.fileName ?? '');
  return [...found];
}

function sumBytes(bundle: Rolldown.OutputBundle, names: readonly string[]): number {
  return names.reduce((sum, name) => {
    const item = bundle[name];
    if (item === undefined) return sum;
    return sum + Buffer.byteLength(item.type === 'asset' ? item.source : item.code);
  }, 0);
}
