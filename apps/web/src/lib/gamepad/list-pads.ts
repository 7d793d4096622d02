/** Connected gamepads. Some browsers have none on addresses without HTTPS. */
export function listPads(): readonly Gamepad[] {
  return 'getGamepads' in navigator ? navigator.getGamepads().filter((pad) => pad !== null) : [];
}
