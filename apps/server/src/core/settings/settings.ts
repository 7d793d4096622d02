import type { Branding, PublicSettings } from '@lectern/contract';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Database } from '#db/open.ts';
import { listSettingRows } from '#db/repos/system/settings.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { isSettingKey, SETTING_KEYS, type SettingKey, SETTINGS, type SettingValue } from './definitions.ts';
import { readValue, writeValue } from './setting-values.ts';

/** Interval of reads from the database, in case that a notification of another process is lost. */
const LOOK_MS = 60_000;

/** The current settings. Read them where they matter, and keep no copy. */
export interface Settings extends AsyncDisposable {
  readonly get: <Key extends SettingKey>(key: Key) => SettingValue<Key>;
  readonly getFallback: (key: SettingKey) => unknown;
  /** Calls `listen` at once, and after every change, also by another process. */
  readonly watch: <Key extends SettingKey>(key: Key, listen: (value: SettingValue<Key>) => void) => Disposable;
  /** Call after the commit of a change: reads the stored values, and notifies the other processes. */
  readonly announce: () => Promise<void>;
}

interface SettingsTools {
  readonly db: Database;
  readonly events: Pick<EventBus, 'tell' | 'onTold' | 'onChange'>;
  readonly config: Config;
  readonly log: Logger;
}

class LiveSettings implements Settings {
  readonly #tools: SettingsTools;
  readonly #fallbacks: ReadonlyMap<SettingKey, unknown>;
  readonly #watches = new Set<{ readonly key: SettingKey; readonly tell: (value: unknown) => void }>();
  readonly #held = new DisposableStack();
  #values = new Map<SettingKey, unknown>();
  #reading: Promise<void> | undefined;
  #isWanted = false;

  constructor(tools: SettingsTools) {
    this.#tools = tools;
    this.#fallbacks = new Map(SETTING_KEYS.map((key) => [key, SETTINGS[key].fallback(tools.config)]));
  }

  async start(): Promise<void> {
    const { events, log } = this.#tools;
    const look = (): void => {
      this.#read().catch((error: unknown) => log.error({ err: error }, 'settings could not be read'));
    };
    this.#held.use(
      events.onTold(({ type }) => {
        if (type === 'settings_changed') look();
      }),
    );
    this.#held.use(
      events.onChange(({ name }) => {
        if (name === 'unknown') look();
      }),
    );
    if (this.#tools.db.kind === 'postgres') {
      const timer = setInterval(look, LOOK_MS).unref();
      this.#held.defer(() => clearInterval(timer));
    }
    await this.#read();
  }

  get<Key extends SettingKey>(key: Key): SettingValue<Key> {
    const value = this.#values.has(key) ? this.#values.get(key) : this.#fallbacks.get(key);
    // Both values were checked by the schema of this key.
    return value as SettingValue<Key>;
  }

  getFallback(key: SettingKey): unknown {
    return this.#fallbacks.get(key);
  }

  watch<Key extends SettingKey>(key: Key, listen: (value: SettingValue<Key>) => void): Disposable {
    const watch = { key, tell: (): void => listen(this.get(key)) };
    this.#watches.add(watch);
    listen(this.get(key));
    return { [Symbol.dispose]: () => void this.#watches.delete(watch) };
  }

  async announce(): Promise<void> {
    await this.#read();
    this.#tools.events.tell({ type: 'settings_changed' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#held.dispose();
    await this.#reading?.catch(() => undefined);
  }

  /** Resolves when everything stored before the call is read; a call during a read causes another read. */
  async #read(): Promise<void> {
    this.#isWanted = true;
    this.#reading ??= this.#readOn();
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    try {
      while (this.#take()) this.#replace(await this.#stored());
    } finally {
      this.#reading = undefined;
    }
  }

  #take(): boolean {
    const isWanted = this.#isWanted;
    this.#isWanted = false;
    return isWanted;
  }

  async #stored(): Promise<Map<SettingKey, unknown>> {
    const values = new Map<SettingKey, unknown>();
    for (const { key, value } of await listSettingRows(this.#tools.db.read)) {
      // A setting of another release is ignored.
      if (value === null || !isSettingKey(key)) continue;
      const read = readValue(SETTINGS[key], value);
      if (read.ok) values.set(key, read.value);
      else this.#tools.log.warn({ key, expected: read.reason }, 'stored setting not usable, default taken');
    }
    return values;
  }

  #replace(values: Map<SettingKey, unknown>): void {
    const before = new Map(SETTING_KEYS.map((key) => [key, writeValue(this.get(key))]));
    this.#values = values;
    const changed = new Set(SETTING_KEYS.filter((key) => writeValue(this.get(key)) !== before.get(key)));
    for (const { key, tell } of this.#watches) if (changed.has(key)) tell(this.get(key));
  }
}

/** Opens the settings of the process. The caller disposes them before the event bus. */
export async function openSettings(tools: SettingsTools): Promise<Settings> {
  const settings = new LiveSettings(tools);
  await settings.start();
  return settings;
}

/** Settings that every signed-in user may read. */
export function getPublicSettings({ settings }: { readonly settings: Settings }): PublicSettings {
  const keys = SETTING_KEYS.filter((key) => SETTINGS[key].isPublic);
  return Object.fromEntries(keys.map((key) => [key, { key, value: writeValue(settings.get(key)) }]));
}

/** Settings that are readable without signing in. */
export function getBranding({ settings }: { readonly settings: Settings }): Branding {
  return { applicationName: settings.get('application.name') };
}
