import type { LanguageWords } from './language-words.ts';

export const pl: LanguageWords = {
  greeting: 'Cześć {name},',
  ending: 'Jeśli to nie Twoja prośba, możesz zignorować tę wiadomość.',
  alarm: 'Jeśli to nie Ty, od razu zmień hasło i powiadom administratora serwera.',
  mails: {
    verify: {
      subject: '{server}: potwierdź swój adres e-mail',
      lines: ['potwierdź, że ten adres należy do Ciebie. Link jest ważny przez {hours} godz.'],
      action: 'Potwierdź adres',
    },
    reset: {
      subject: '{server}: ustaw nowe hasło',
      lines: ['tutaj możesz ustawić nowe hasło. Link jest ważny przez {hours} godz. i działa tylko raz.'],
      action: 'Ustaw nowe hasło',
    },
    taken: {
      subject: '{server}: masz już konto',
      lines: [
        'ktoś próbował zarejestrować się z Twoim adresem, który ma już konto.',
        'Jeśli to Ty, zaloguj się na nie albo ustaw nowe hasło.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: nowe logowanie na konto',
      lines: [
        'Twoje konto zostało użyte na nowym urządzeniu, z adresu {place}.',
        'Jeśli to nie Ty, ustaw teraz nowe hasło. Spowoduje to wylogowanie wszystkich urządzeń.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: dodano drugi składnik',
      lines: ['do Twojego konta dodano drugi składnik logowania.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: usunięto drugi składnik',
      lines: ['z Twojego konta usunięto drugi składnik logowania.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: nowe kody odzyskiwania',
      lines: ['dla Twojego konta utworzono nowe kody odzyskiwania. Poprzednie już nie działają.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: użyto kodu odzyskiwania',
      lines: ['użyto kodu odzyskiwania Twojego konta. Nie zadziała on ponownie.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: połączono z dostawcą logowania',
      lines: ['Twoje konto połączono z dostawcą logowania, przez którego można się teraz na nie zalogować.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: odłączono dostawcę logowania',
      lines: ['od Twojego konta odłączono dostawcę logowania.'],
      action: null,
    },
    test: {
      subject: '{server}: poczta działa',
      lines: ['to jest test: serwer może wysyłać pocztę.'],
      action: null,
    },
  },
};
