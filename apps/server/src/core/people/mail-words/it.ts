import type { LanguageWords } from './language-words.ts';

export const it: LanguageWords = {
  greeting: 'Ciao {name},',
  ending: 'Se non l’hai chiesto tu, puoi ignorare questo messaggio.',
  alarm: 'Se non sei stato tu, cambia subito la password e avvisa un amministratore del server.',
  mails: {
    verify: {
      subject: '{server}: conferma il tuo indirizzo e-mail',
      lines: ['conferma che questo indirizzo è tuo. Il link vale {hours} ore.'],
      action: 'Conferma indirizzo',
    },
    reset: {
      subject: '{server}: scegli una nuova password',
      lines: ['qui puoi scegliere una nuova password. Il link vale {hours} ore e una sola volta.'],
      action: 'Scegli una nuova password',
    },
    taken: {
      subject: '{server}: hai già un account',
      lines: [
        'qualcuno ha provato a registrarsi con il tuo indirizzo, che ha già un account.',
        'Se eri tu, accedi con quell’account o scegli una nuova password.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: nuovo accesso al tuo account',
      lines: [
        'il tuo account è stato usato su un nuovo dispositivo, dall’indirizzo {place}.',
        'Se non eri tu, scegli subito una nuova password. Così tutti i dispositivi vengono disconnessi.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: secondo fattore aggiunto',
      lines: ['un secondo fattore è stato aggiunto al tuo account.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: secondo fattore rimosso',
      lines: ['un secondo fattore è stato rimosso dal tuo account.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: nuovi codici di recupero',
      lines: ['sono stati creati nuovi codici di recupero per il tuo account. Quelli precedenti non valgono più.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: codice di recupero usato',
      lines: ['è stato usato un codice di recupero del tuo account. Non può essere usato di nuovo.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: provider di accesso collegato',
      lines: ['il tuo account è stato collegato a un provider di accesso, che da ora può aprirlo.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: provider di accesso scollegato',
      lines: ['un provider di accesso è stato scollegato dal tuo account.'],
      action: null,
    },
    test: {
      subject: '{server}: la posta funziona',
      lines: ['questa è una prova: il server può inviare e-mail.'],
      action: null,
    },
  },
};
