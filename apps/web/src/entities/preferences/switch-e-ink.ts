import { E_INK, isEInk, undoEInk } from './e-ink.ts';
import { localPreferences, setAccountPreferences, setHere } from './store.ts';

/**
 * Turns the E-ink preset on for this device. Turned off, it brings the earlier choices back, in the account, too.
 * @param isOn what is wanted
 */
export function switchEInk(isOn: boolean): void {
  setHere(isOn ? E_INK : {});
  const { values } = localPreferences.get();
  if (!isOn && isEInk(values)) setAccountPreferences(undoEInk(values));
}
