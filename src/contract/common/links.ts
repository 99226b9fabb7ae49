/** Part of a plain text. It has a URL if the part is a link. */
interface TextPiece {
  /** Index of the part in the text. */
  at: number;
  text: string;
  href?: string;
}

const link = /((?:https?:\/\/|www\.)[^\s<>"]+)/i;

/** Signs that end a sentence or close a bracket around a link; a bracket that the link opens is its own. */
function linkEnd(word: string): number {
  let end = word.length;
  for (; end > 0; end -= 1) {
    const last = word[end - 1] as string;
    if (last === ')' && word.slice(0, end).includes('(')) break;
    if (!/[.,;:!?)\]}'"’”»…*_]/.test(last)) break;
  }
  return end;
}

/** Splits a plain text into links and the text between them. Joined, the parts are the text. */
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
