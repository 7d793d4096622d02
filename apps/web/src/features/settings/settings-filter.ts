/** Filter by words and by changed settings. */
export interface SettingsFilter {
  readonly q?: string;
  readonly changed?: true;
}
