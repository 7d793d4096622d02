/** Pairs of characters, `from to`, separated by `|`. */
declare module 'opencc-js/dict/*' {
  const pairs: string;
  export { pairs as default };
}
