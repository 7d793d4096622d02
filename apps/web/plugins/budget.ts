import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Budget {
  /** The module of the first page, which the entry loads at once. */
  readonly firstPage: string;
  /** Entry, first page and everything that they import statically, in kB after brotli. */
  readonly scriptKb: number;
  /** Style sheets of those scripts, in kB after brotli. */
  readonly styleKb: number;
  /** Modules that run before the messages of other pages are there. */
  readonly early: readonly string[];
  /** Name of the chunk that must not run before them: its labels would be shown as ids. */
  readonly late: string;
}

/** Fails the build when what the browser loads before the first screen outgrows its budget. */
export function budget(limits: Budget): Plugin {
  return {
    name: 'lectern-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = loadedWith(bundle, [limits.firstPage]);
      const hasPage = chunks.some((chunk) => chunk.facadeModuleId?.endsWith(limits.firstPage) === true);
      if (!hasPage) this.error(`no chunk begins with ${limits.firstPage}`);
      const scriptKb = sum(chunks.map((chunk) => kilobytes(chunk.code)));
      const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      const styleKb = sum([...styles].map((name) => toKilobytes(bundle[name])));
      this.info(`first load: script ${scriptKb.toFixed(1)} kB, style ${styleKb.toFixed(1)} kB after brotli`);
      if (scriptKb > limits.scriptKb) this.error(`first-load script is over ${limits.scriptKb} kB`);
      const early = loadedWith(bundle, limits.early).find(({ name }) => name === limits.late);
      if (early !== undefined) this.error(`${limits.early.join(', ')} may not import the chunk ${limits.late}`);
      if (styleKb > limits.styleKb) this.error(`first-load style is over ${limits.styleKb} kB`);
    },
  };
}

/** The entry, the modules, and everything that they import statically. */
function loadedWith(bundle: Rolldown.OutputBundle, modules: readonly string[]): readonly Rolldown.OutputChunk[] {
  const found = new Map<string, Rolldown.OutputChunk>();
  const visit = (name: string) => {
    const item = bundle[name];
    if (item?.type !== 'chunk' || found.has(name)) return;
    found.set(name, item);
    item.imports.forEach(visit);
  };
  for (const item of Object.values(bundle)) {
    if (item.type !== 'chunk') continue;
    const own = item.facadeModuleId ?? '';
    if (item.isEntry || modules.some((end) => own.endsWith(end))) visit(item.fileName);
  }
  return [...found.values()];
}

function toKilobytes(item: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  if (item === undefined) return 0;
  return kilobytes(item.type === 'asset' ? item.source : item.code);
}

function kilobytes(content: string | Uint8Array): number {
  return brotliCompressSync(content).length / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
