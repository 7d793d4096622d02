/** A page that does not show the setting within this time has failed. */
const PATIENCE_MS = 10_000;

/** The first of these that a setting has is its control. */
const CONTROLS = ['input:checked', 'input', 'select', 'textarea', 'button'];

/**
 * Focuses the control of a setting as soon as its page shows it, and opens the part that holds it.
 * @param key value of `data-setting` on the element around the control
 */
export function focusSetting(key: string): void {
  const selector = `[data-setting="${CSS.escape(key)}"]`;
  const focus = (): boolean => {
    const setting = document.querySelector(selector);
    const control = CONTROLS.map((name) => setting?.querySelector<HTMLElement>(name)).find(Boolean);
    // a dialog takes the focus when it opens
    if (control === null || control === undefined || control.closest('dialog:not([open])') !== null) return false;
    for (let part = control.closest('details'); part !== null; part = part.parentElement?.closest('details') ?? null) {
      part.open = true;
    }
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: 'center' });
    return true;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);
}
