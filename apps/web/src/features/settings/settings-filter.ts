/** What is narrowed down: by words, and to what was changed. */
export interface SettingsFilter {
  readonly q?: string;
  readonly changed?: true;
}
