import type { LanguageWords } from './language-words.ts';

export const ar: LanguageWords = {
  greeting: 'مرحبًا {name}،',
  ending: 'إذا لم تطلب ذلك، فيمكنك تجاهل هذه الرسالة.',
  alarm: 'إن لم تكن أنت، فغيّر كلمة مرورك فورًا وأبلغ أحد مشرفي الخادم.',
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
    device: {
      subject: '{server}: تسجيل دخول جديد إلى حسابك',
      lines: [
        'استُخدم حسابك على جهاز جديد، من العنوان {place}.',
        'إذا لم تكن أنت، فاختر كلمة مرور جديدة الآن. يؤدي ذلك إلى تسجيل الخروج من جميع الأجهزة.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: أُضيف عامل ثانٍ',
      lines: ['أُضيف عامل ثانٍ إلى حسابك.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: أُزيل عامل ثانٍ',
      lines: ['أُزيل عامل ثانٍ من حسابك.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: رموز استرداد جديدة',
      lines: ['أُنشئت رموز استرداد جديدة لحسابك. لم تعد الرموز السابقة صالحة.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: استُخدم رمز استرداد',
      lines: ['استُخدم أحد رموز استرداد حسابك. لن يعمل هذا الرمز مرة أخرى.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: رُبط موفّر تسجيل دخول',
      lines: ['رُبط حسابك بموفّر تسجيل دخول يمكنه فتحه من الآن فصاعدًا.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: فُكّ ربط موفّر تسجيل دخول',
      lines: ['فُكّ ربط موفّر تسجيل دخول بحسابك.'],
      action: null,
    },
    test: {
      subject: '{server}: البريد يعمل',
      lines: ['هذه تجربة: يستطيع الخادم إرسال البريد.'],
      action: null,
    },
  },
};
