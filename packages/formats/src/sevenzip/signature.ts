/** The first bytes of every 7z archive. */
export const SIGNATURE = Buffer.from('7z\u{bc}\u{af}\u{27}\u{1c}', 'latin1');
