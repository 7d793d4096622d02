/** Help text; text in backticks becomes code. */
export function SettingHelp({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // parts of one constant sentence
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
