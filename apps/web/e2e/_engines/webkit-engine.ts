import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { findFreePort } from '../_harness/server.ts';
import type { Engine, NamedKey, Scheme, Screen } from './screen.ts';

const KEYS: Readonly<Record<NamedKey, string>> = {
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  End: Key.END,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  PageDown: Key.PAGE_DOWN,
};
const isNamed = (key: string): key is NamedKey => key in KEYS;

/** Only ends a hanging start. */
const START_MS = 60_000;

/** Where Debian keeps the small browser of each WebKitGTK, the newer one first. */
const BROWSERS = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'];

function findBrowser(): string {
  for (const folder of BROWSERS) {
    const found = readdirSync('/usr/lib', { recursive: false, encoding: 'utf8' })
      .map((machine) => join('/usr/lib', machine, folder))
      .find((path) => hasBrowser(path));
    if (found !== undefined) return join(found, 'MiniBrowser');
  }
  throw new Error('WebKitGTK has no MiniBrowser here');
}

function hasBrowser(folder: string): boolean {
  try {
    return readdirSync(folder).includes('MiniBrowser');
  } catch {
    return false;
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGTERM');
  await ended;
}

/** Starts a display without a monitor: the small browser has no mode without windows. */
async function startDisplay(): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const told = display.stdio[3];
  if (!(told instanceof Readable)) throw new Error('Xvfb cannot tell its number');
  const signal = AbortSignal.timeout(START_MS);
  const [number] = (await once(told, 'data', { signal })) as [Buffer];
  return { process: display, name: `:${number.toString('utf8').trim()}` };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const isReady = await fetch(`${url}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not answer in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function toScreen(driver: WebDriver): Screen {
  return {
    goto: async (url) => driver.get(url),
    resize: async (width, height) => {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    clickAt: async (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform(),
    press: async (key) =>
      driver
        .actions()
        .sendKeys(isNamed(key) ? KEYS[key] : key)
        .perform(),
    type: async (text) => driver.actions().sendKeys(text).perform(),
    run: async (task, given) => driver.executeScript(`return (${task.toString()})(arguments[0])`, given),
    takePicture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    [Symbol.asyncDispose]: async () => driver.quit(),
  };
}

/** The browser now and then never reports to its driver. Another start of both does. */
const SESSION_MS = 60_000;
const MOST_STARTS = 3;

async function withinTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), SESSION_MS).unref();
  });
  return await Promise.race([work, late]);
}

/** GTK gives its pages the scheme of its theme. */
const THEMES: Readonly<Record<Scheme, NodeJS.ProcessEnv>> = { light: {}, dark: { GTK_THEME: 'Adwaita:dark' } };

interface Driver {
  readonly url: string;
  readonly server: ChildProcess;
}

async function startDriver(program: string, env: NodeJS.ProcessEnv): Promise<Driver> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const server = spawn(program, [`--port=${new URL(url).port}`], { stdio: 'ignore', env });
  await waitUntilReady(url);
  return { url, server };
}

async function openSession({ url }: Driver): Promise<WebDriver | undefined> {
  const options = { binary: findBrowser(), args: ['--automation', '--full-screen'] };
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const opening = new Builder().usingServer(url).withCapabilities(wanted).build();
  // A driver that is ended rejects what it had not answered.
  void Promise.resolve(opening).catch(() => undefined);
  return await withinTime(Promise.resolve(opening));
}

/** @param program path of WebKitWebDriver */
export async function startWebKit(program: string): Promise<Engine> {
  const display = await startDisplay();
  const env = { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  /** A driver has one browser at a time. */
  const drivers = new Map<Scheme, Driver>();
  const start = async (scheme: Scheme): Promise<Driver> => {
    const driver = await startDriver(program, { ...env, ...THEMES[scheme] });
    drivers.set(scheme, driver);
    return driver;
  };
  return {
    openScreen: async (scheme) => {
      for (let tries = 1; tries <= MOST_STARTS; tries += 1) {
        const driver = drivers.get(scheme) ?? (await start(scheme));
        const session = await openSession(driver);
        if (session !== undefined) {
          const screen = toScreen(session);
          await screen.resize(1280, 800);
          return screen;
        }
        drivers.delete(scheme);
        await end(driver.server);
      }
      throw new Error('WebKit does not start');
    },
    [Symbol.asyncDispose]: async () => {
      for (const { server } of drivers.values()) await end(server);
      await end(display.process);
    },
  };
}
