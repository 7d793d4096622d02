import type { LanguageWords } from './language-words.ts';

export const es: LanguageWords = {
  greeting: 'Hola, {name}:',
  ending: 'Si no lo has pedido tú, puedes ignorar este correo.',
  alarm: 'Si no has sido tú, cambia tu contraseña enseguida y avisa a un administrador del servidor.',
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
        'Tu cuenta se ha usado en un dispositivo nuevo, desde la dirección {place}.',
        'Si no has sido tú, elige ahora una contraseña nueva. Así se cierra la sesión en todos los dispositivos.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: segundo factor añadido',
      lines: ['Se ha añadido un segundo factor a tu cuenta.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: segundo factor eliminado',
      lines: ['Se ha eliminado un segundo factor de tu cuenta.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: códigos de recuperación nuevos',
      lines: ['Se han creado códigos de recuperación nuevos para tu cuenta. Los anteriores ya no sirven.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: código de recuperación usado',
      lines: ['Se ha usado un código de recuperación de tu cuenta. No se puede volver a usar.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: proveedor de inicio de sesión vinculado',
      lines: ['Tu cuenta se ha vinculado a un proveedor de inicio de sesión, que puede abrirla a partir de ahora.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: proveedor de inicio de sesión desvinculado',
      lines: ['Se ha desvinculado un proveedor de inicio de sesión de tu cuenta.'],
      action: null,
    },
    test: {
      subject: '{server}: el correo funciona',
      lines: ['Esto es una prueba: el servidor puede enviar correo.'],
      action: null,
    },
  },
};
