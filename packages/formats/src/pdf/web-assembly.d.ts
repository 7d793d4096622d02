/** The parts of WebAssembly used here: its types belong to the DOM library, which a server does not load. */
declare namespace WebAssembly {
  type ImportValue = unknown;
  type Imports = Record<string, Record<string, ImportValue>>;
  type Exports = Record<string, unknown>;

  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
