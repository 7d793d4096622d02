declare module 'node-unrar-js/dist/js/unrar.js' {
  /** Status of a call; 0 is success, 10 the end of the archive. */
  interface UnrarState {
    readonly errCode: number;
  }

  /** An open archive; only `delete` frees its memory. */
  interface RarArchive {
    open(name: string, password: string, listOnly: boolean): { readonly state: UnrarState };
    getFileHeader(): { readonly state: UnrarState };
    readFile(skip: boolean): UnrarState;
    delete(): void;
  }

  /** File callbacks of the unpacker. Handles are above 0; `buffer` is an offset in `HEAPU8`. */
  interface UnrarFiles {
    readonly open: (name: string) => number;
    readonly create: (name: string) => number;
    readonly fileCreated: (name: string) => void;
    readonly close: (handle: number) => void;
    readonly read: (handle: number, buffer: number, size: number) => number;
    readonly write: (handle: number, buffer: number, size: number) => boolean;
    readonly tell: (handle: number) => number;
    readonly seek: (handle: number, position: number, method: string) => boolean;
  }

  /** A wasm instance; its memory never shrinks. */
  interface UnrarInstance {
    readonly HEAPU8: Uint8Array;
    readonly RarArchive: new () => RarArchive;
    extractor: UnrarFiles;
  }

  const createUnrar: () => Promise<UnrarInstance>;
  export { createUnrar as default, type UnrarFiles, type UnrarInstance, type UnrarState };
}
