import type { Page } from '@playwright/test';

const BUTTONS = [
  'A',
  'B',
  'X',
  'Y',
  'LB',
  'RB',
  'LT',
  'RT',
  'Back',
  'Start',
  'L3',
  'R3',
  'Up',
  'Down',
  'Left',
  'Right',
];

/** Connects a gamepad with no button down, and waits until the page polls it. */
export async function connectPad(page: Page): Promise<void> {
  await page.evaluate((count) => {
    const pad = { buttons: Array.from({ length: count }, () => ({ pressed: false })), axes: [0, 0, 0, 0] };
    let pollCount = 0;
    Object.assign(window, { pad, countPolls: () => pollCount });
    navigator.getGamepads = () => {
      pollCount += 1;
      // the page reads nothing else of a gamepad
      return [pad] as unknown as (Gamepad | null)[];
    };
    window.dispatchEvent(new Event('gamepadconnected'));
  }, BUTTONS.length);
  await waitForPoll(page);
}

/** Waits until the page has polled the gamepad after this call. */
async function waitForPoll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { countPolls } = window as unknown as { readonly countPolls: () => number };
    const before = countPolls();
    while (countPolls() < before + 2) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Presses a button and releases it. */
export async function tapPad(page: Page, button: string): Promise<void> {
  const index = BUTTONS.indexOf(button);
  for (const pressed of [true, false]) {
    await page.evaluate(
      ([at, isDown]) => {
        const { pad } = window as unknown as { readonly pad: { readonly buttons: { pressed: boolean }[] } };
        const held = pad.buttons[at];
        if (held !== undefined) held.pressed = isDown;
      },
      [index, pressed] as const,
    );
    await waitForPoll(page);
  }
}
