/** Caches for unit tests, whose process has none: the part of `CacheStorage` that the app uses. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();

  async open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache();
    this.#caches.set(name, cache);
    return Promise.resolve(cache);
  }

  async has(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.has(name));
  }

  async keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.#caches.keys()]);
  }

  async delete(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.delete(name));
  }
}

const toUrl = (key: string) => new URL(key, 'https://lectern.test').href;

class MemoryCache {
  /** How often all keys were listed. */
  listings = 0;
  readonly #answers = new Map<string, Response>();

  async match(key: string): Promise<Response | undefined> {
    return Promise.resolve(this.#answers.get(toUrl(key))?.clone());
  }

  async put(key: string, answer: Response): Promise<void> {
    this.#answers.set(toUrl(key), answer);
    await Promise.resolve();
  }

  async delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#answers.delete(toUrl(key)));
  }

  async keys(): Promise<readonly { readonly url: string }[]> {
    this.listings += 1;
    return Promise.resolve([...this.#answers.keys()].map((url) => ({ url })));
  }
}
