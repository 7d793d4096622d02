/** A set of listeners. */
export class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  /** Disposing removes it. */
  add(listen: (value: Value) => void): Disposable {
    // The set tells registrations apart, also when the same function is added twice.
    const own = (value: Value): void => listen(value);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  call(value: Value): void {
    for (const listen of this.#listeners) listen(value);
  }
}
