import type { LanguageWords } from './language-words.ts';

export const de: LanguageWords = {
  greeting: 'Hallo {name},',
  ending: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  alarm: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an einen Admin des Servers.',
  mails: {
    verify: {
      subject: '{server}: Bestätigen Sie Ihre E-Mail-Adresse',
      lines: ['bitte bestätigen Sie, dass dies Ihre Adresse ist. Der Link gilt {hours} Stunden.'],
      action: 'Adresse bestätigen',
    },
    reset: {
      subject: '{server}: Neues Passwort wählen',
      lines: ['hier können Sie ein neues Passwort wählen. Der Link gilt {hours} Stunden und nur einmal.'],
      action: 'Neues Passwort wählen',
    },
    taken: {
      subject: '{server}: Sie haben schon ein Konto',
      lines: [
        'jemand wollte sich mit Ihrer Adresse registrieren, für die es schon ein Konto gibt.',
        'Wenn Sie das waren, melden Sie sich damit an, oder wählen Sie ein neues Passwort.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: Neue Anmeldung bei Ihrem Konto',
      lines: [
        'Ihr Konto wurde auf einem neuen Gerät verwendet, von der Adresse {place}.',
        'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort. Das meldet alle Geräte ab.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: Zweiter Faktor hinzugefügt',
      lines: ['Ihrem Konto wurde ein zweiter Faktor hinzugefügt.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: Zweiter Faktor entfernt',
      lines: ['ein zweiter Faktor Ihres Kontos wurde entfernt.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: Neue Wiederherstellungscodes',
      lines: ['für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: Wiederherstellungscode benutzt',
      lines: ['ein Wiederherstellungscode Ihres Kontos wurde benutzt. Er gilt kein zweites Mal.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: Anmeldedienst verknüpft',
      lines: ['Ihr Konto wurde mit einem Anmeldedienst verknüpft, der es von nun an öffnen kann.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: Verknüpfung mit Anmeldedienst gelöst',
      lines: ['die Verknüpfung Ihres Kontos mit einem Anmeldedienst wurde gelöst.'],
      action: null,
    },
    test: {
      subject: '{server}: E-Mail funktioniert',
      lines: ['dies ist ein Test: Der Server kann E-Mails senden.'],
      action: null,
    },
  },
};
