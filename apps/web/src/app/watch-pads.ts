import { listPads } from '#lib/gamepad/list-pads.ts';

/** The code for gamepads comes with the first one, which may be there already. Returns what ends the watch. */
export function watchPads(): () => void {
  const poll = async (): Promise<void> => {
    const { pollPads } = await import('#lib/gamepad/poll-pads.ts');
    pollPads();
  };
  // without the code the buttons have no use; the next gamepad asks again
  const start = () => void poll().catch(() => undefined);
  addEventListener('gamepadconnected', start);
  if (listPads().length > 0) start();
  return () => removeEventListener('gamepadconnected', start);
}
