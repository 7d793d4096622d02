/** Bytes of one page of WebAssembly memory. */
const PAGE_BYTES = 65_536;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

function isMemory(exported: unknown): exported is Memory {
  return typeof exported === 'object' && exported !== null && 'grow' in exported && 'buffer' in exported;
}

/**
 * Starts a WebAssembly module with bounded memory. A request above the limit is refused; the module gives up as if the
 * machine had no more.
 */
export function startBounded(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  maxBytes: number,
): WebAssembly.Instance {
  const instance = new WebAssembly.Instance(module, imports);
  for (const exported of Object.values(instance.exports)) {
    if (!isMemory(exported)) continue;
    const grow = exported.grow.bind(exported);
    exported.grow = (pages: number): number => {
      if (exported.buffer.byteLength + pages * PAGE_BYTES > maxBytes) {
        throw new RangeError(`A decoder asked for more than ${String(maxBytes)} bytes of memory`);
      }
      return grow(pages);
    };
  }
  return instance;
}
