/** Letters by the Latin letter that they look like. From the confusables of Unicode (UTS 39). */
const LOOKS: readonly (readonly [letters: string, look: string])[] = [
  ['АΑаαɑ', 'a'],
  ['ВΒЬь', 'b'],
  ['СϹсϲ', 'c'],
  ['ԁ', 'd'],
  ['ЕΕе', 'e'],
  ['ɡց', 'g'],
  ['НΗһհ', 'h'],
  ['Јј', 'j'],
  ['КΚкκ', 'k'],
  ['Iiıι1|!ІіΙӀӏǀ', 'l'],
  ['МΜ', 'm'],
  ['Νηո', 'n'],
  ['0ОΟоοօσ', 'o'],
  ['РΡрρ', 'p'],
  ['Ԛԛզ', 'q'],
  ['Ѕѕ', 's'],
  ['ТΤтτ', 't'],
  ['υսԱ', 'u'],
  ['ѵν', 'v'],
  ['Ԝԝω', 'w'],
  ['ХΧхχ', 'x'],
  ['УΥуγү', 'y'],
  ['Ζ', 'z'],
];

const LOOK_OF = new Map(LOOKS.flatMap(([letters, look]) => Array.from(letters, (letter) => [letter, look] as const)));

/** The look of a name: names with the same look are easily confused. */
export function getLook(name: string): string {
  const letters = Array.from(name.normalize('NFKC'), (letter) => LOOK_OF.get(letter) ?? letter);
  return letters
    .join('')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/\s+/gu, ' ')
    .trim();
}

const NAMES_OF_ROLES = ['admin', 'administrator', 'maintainer', 'moderator', 'operator', 'owner', 'root', 'superuser'];
const NAMES_OF_SERVER = ['lectern', 'system', 'server', 'api', 'opds', 'koreader', 'support', 'help', 'security'];
const NAMES_OF_NOBODY = ['null', 'undefined', 'none', 'me', 'self', 'guest', 'anonymous', 'everyone', 'everybody'];

const ACCENTS = /\p{Mn}/gu;
const OTHERS = /[^\p{L}\p{N}]/gu;

/** The look of letters and digits alone: `A.d-m í n` is `admln`. */
function getBareLook(name: string): string {
  return getLook(name.normalize('NFKD').replace(ACCENTS, '').replace(OTHERS, ''));
}

const RESERVED = new Set([...NAMES_OF_ROLES, ...NAMES_OF_SERVER, ...NAMES_OF_NOBODY].map(getBareLook));

/** Whether a name could be confused with the server, an admin, or "no user". */
export function isReservedName(name: string): boolean {
  // The second look reads `|` and `!` as letters.
  return RESERVED.has(getBareLook(name)) || RESERVED.has(getBareLook(getLook(name)));
}
