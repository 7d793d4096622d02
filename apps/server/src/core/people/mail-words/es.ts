import type { LanguageWords } from './language-words.ts';

export const es: LanguageWords = {
  greeting: 'Hola, {name}:',
  ending: 'Si no lo has pedido tú, puedes ignorar este correo.',
  mails: {
    verify: {
      subject: '{server}: confirma tu dirección de correo',
      lines: ['Confirma que esta dirección es tuya. El enlace es válido durante {hours} horas.'],
      action: 'Confirmar dirección',
    },
    reset: {
      subject: '{server}: elige una contraseña nueva',
      lines: ['Aquí puedes elegir una contraseña nueva. El enlace es válido durante {hours} horas y una sola vez.'],
      action: 'Elegir contraseña nueva',
    },
    taken: {
      subject: '{server}: ya tienes una cuenta',
      lines: [
        'Alguien ha intentado registrarse con tu dirección, que ya tiene una cuenta.',
        'Si has sido tú, inicia sesión con ella o elige una contraseña nueva.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: nuevo inicio de sesión en tu cuenta',
      lines: [
        'Tu cuenta se usó en un dispositivo nuevo, desde la dirección {place}.',
        'Si no fuiste tú, elige ahora una contraseña nueva. Así se cierra la sesión en todos los dispositivos.',
      ],
      action: null,
    },
    test: {
      subject: '{server}: el correo funciona',
      lines: ['Esto es una prueba: el servidor puede enviar correo.'],
      action: null,
    },
  },
};
