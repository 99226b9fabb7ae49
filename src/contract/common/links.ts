/** Part of a plain text. Links have a URL. */
interface TextPiece {
  /** Index of the part in the text. */
  at: number;
  text: string;
  href?: string;
}

const link = /((?:https?:\/\/|www\.)[^\s<>"]+)/i;

/**
 * Returns the index at which a link ends: before trailing punctuation and unmatched closing
 * brackets.
 */
function linkEnd(word: string): number {
  let end = word.length;
  for (; end > 0; end -= 1) {
    const last = word[end - 1] as string;
    if (last === ')' && word.slice(0, end).includes('(')) break;
    if (!/[.,;:!?)\]}'"’”»…*_]/.test(last)) break;
  }
  return end;
}

/** Splits a plain text into links and the text between them. Joined, the parts equal the text. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  const add = (piece: string, href?: string) => {
    if (piece) pieces.push({ at, text: piece, ...(href && { href }) });
    at += piece.length;
  };
  for (const [index, piece] of text.split(link).entries()) {
    const address = index % 2 === 0 ? '' : piece.slice(0, linkEnd(piece));
    const href = /^www\./i.test(address) ? `https://${address}` : address;
    if (URL.canParse(href)) add(address, href);
    add(URL.canParse(href) ? piece.slice(address.length) : piece);
  }
  return pieces;
}
