const longest = 20;
const pieceLength = 5;

/**
 * Splits a word that is too wide for a column. Does not split amounts, which contain no letters. Splits email addresses
 * after the @ and after dots, with empty strings between the pieces, so that the PDF breaks there without a hyphen.
 */
export function breakLongWord(word: string, most = longest): string[] {
  const letters = Array.from(word);
  if (letters.length <= most || !/\p{L}/u.test(word)) return [word];
  if (word.includes('@')) {
    const pieces = word.split(/(?<=[@.])(?=.)/);
    return pieces.flatMap((piece, index) => (index === 0 ? [piece] : ['', piece]));
  }
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += pieceLength) {
    pieces.push(letters.slice(at, at + pieceLength).join(''));
  }
  return pieces;
}
