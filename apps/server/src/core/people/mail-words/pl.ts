import type { LanguageWords } from './language-words.ts';

export const pl: LanguageWords = {
  greeting: 'Cześć {name},',
  ending: 'Jeśli to nie Twoja prośba, możesz zignorować tę wiadomość.',
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
    test: {
      subject: '{server}: poczta działa',
      lines: ['to jest test: serwer może wysyłać pocztę.'],
      action: null,
    },
  },
};
