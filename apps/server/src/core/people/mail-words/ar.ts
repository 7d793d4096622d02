import type { LanguageWords } from './language-words.ts';

export const ar: LanguageWords = {
  greeting: 'مرحبًا {name}،',
  ending: 'إذا لم تطلب ذلك، فيمكنك تجاهل هذه الرسالة.',
  mails: {
    verify: {
      subject: '{server}: أكِّد عنوان بريدك الإلكتروني',
      lines: ['يُرجى تأكيد أن هذا العنوان عنوانك. الرابط صالح لمدة {hours} ساعة.'],
      action: 'تأكيد العنوان',
    },
    reset: {
      subject: '{server}: اختر كلمة مرور جديدة',
      lines: ['يمكنك هنا اختيار كلمة مرور جديدة. الرابط صالح لمدة {hours} ساعة ولمرة واحدة فقط.'],
      action: 'اختيار كلمة مرور جديدة',
    },
    taken: {
      subject: '{server}: لديك حساب بالفعل',
      lines: ['حاول أحدهم التسجيل بعنوانك الذي له حساب بالفعل.', 'إن كنت أنت، فسجّل الدخول به أو اختر كلمة مرور جديدة.'],
      action: null,
    },
    test: {
      subject: '{server}: البريد يعمل',
      lines: ['هذه تجربة: يستطيع الخادم إرسال البريد.'],
      action: null,
    },
  },
};
