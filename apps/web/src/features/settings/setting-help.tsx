/** A sentence of help; what stands between backticks is to be typed as it is. */
export function SettingHelp({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // parts of one sentence, whose order never changes
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
