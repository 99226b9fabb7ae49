/** Languages of the banks whose exports are supported. */
export const languages =
  'en de de-AT nl fr es it pt pl sv da nb fi cs sk hu ro bg el et id lt lv ru sl tr uk'.split(' ');

/** Returns a word in lower case without accents, to compare it with known words. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss');
