import { mark } from '#words/say.ts';

/** Settings that an admin changes with one thing in mind. Texts are marked, and said when they are shown. */
interface SettingGroup {
  readonly label: string;
  /** What its settings change, in one sentence. */
  readonly help: string;
}

/** In the order of the page. */
export const SETTING_GROUPS = {
  identity: {
    label: mark('Name and time zone'),
    help: mark('What this server is called, and which clock its schedules follow.'),
  },
  signIn: {
    label: mark('Who may sign in'),
    help: mark('Whether people can create accounts, and what they must confirm first.'),
  },
  files: {
    label: mark('New and deleted books'),
    help: mark('Where new files wait, when a scan asks before it removes many books, and how long deleted files stay.'),
  },
  duplicates: {
    label: mark('Duplicates'),
    help: mark('When the server searches for books and series that exist twice.'),
  },
  apps: {
    label: mark('Reader apps'),
    help: mark('Which other apps can read from this server and share progress with it.'),
  },
  releases: {
    label: mark('Releases and notifications'),
    help: mark('When the server looks for new releases, and which ones it announces.'),
  },
  backups: {
    label: mark('Backups'),
    help: mark('When backups are made and tested, and how many stay.'),
  },
  exports: {
    label: mark('Exports'),
    help: mark('How many exports people can make, and how long the server stores them.'),
  },
  work: {
    label: mark('Tasks and log'),
    help: mark('How much the server does at once, and what it records.'),
  },
  limits: {
    label: mark('Request limits'),
    help: mark('How many requests the server answers before it slows a client down.'),
  },
} as const satisfies Readonly<Record<string, SettingGroup>>;

export type SettingGroupName = keyof typeof SETTING_GROUPS;
