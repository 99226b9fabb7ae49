const isSign = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** Returns letters and digits only, in lower case. */
const squashed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Creates a search for invoice numbers in texts that people typed: in lower case, without hyphens, or with spaces. A match
 * within a longer number is ignored. Numbers without letters must be written as printed, because dates and amounts consist
 * of digits too.
 */
export function createNumberFinder<Invoice extends { number: string }>(
  invoices: readonly Invoice[],
): (text: string) => Invoice[] {
  const byKey = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const key = squashed(invoice.number);
    if (key === '') continue;
    const known = byKey.get(key);
    if (known) known.push(invoice);
    else byKey.set(key, [invoice]);
  }
  const lengths = [...new Set([...byKey.keys()].map((key) => key.length))];

  return (text) => {
    const signs: { sign: string; at: number }[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (isSign(text, at)) signs.push({ sign: text.charAt(at).toLowerCase(), at });
    }
    const letters = signs.map(({ sign }) => sign).join('');
    const found = new Set<Invoice>();
    for (const [index, { at }] of signs.entries()) {
      if (at > 0 && isSign(text, at - 1)) continue;
      for (const length of lengths) {
        const end = signs[index + length - 1];
        if (!end || isSign(text, end.at + 1)) continue;
        for (const invoice of byKey.get(letters.slice(index, index + length)) ?? []) {
          if (isWritten(invoice.number, text, at, end.at)) found.add(invoice);
        }
      }
    }
    return [...found];
  };
}

function isWritten(number: string, text: string, from: number, to: number): boolean {
  if (/\p{L}/u.test(number)) return true;
  // A number without letters must be written as printed, and not within a date or an amount.
  return (
    text.slice(from, to + 1) === number &&
    !/[.,/-]/.test(text.charAt(from - 1)) &&
    !/^[.,/-]\d/.test(text.slice(to + 1, to + 3))
  );
}
