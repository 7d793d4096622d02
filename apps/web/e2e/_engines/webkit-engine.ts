import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { findFreePort } from '../_harness/server.ts';
import type { Engine, NamedKey, Screen } from './screen.ts';

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

/** @param program path of WebKitWebDriver */
export async function startWebKit(program: string): Promise<Engine> {
  const display = await startDisplay();
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const args = [`--port=${new URL(url).port}`];
  const env = { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const server = spawn(program, args, { stdio: 'ignore', env });
  await waitUntilReady(url);
  const options = { binary: findBrowser(), args: ['--automation', '--full-screen'] };
  return {
    openScreen: async () => {
      const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
      const screen = toScreen(await new Builder().usingServer(url).withCapabilities(wanted).build());
      await screen.resize(1280, 800);
      return screen;
    },
    [Symbol.asyncDispose]: async () => {
      await end(server);
      await end(display.process);
    },
  };
}
