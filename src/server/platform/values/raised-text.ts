const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';
const signs: Record<string, [raised: string, lowered: string]> = {
  ...{ '+': ['⁺', '₊'], '-': ['⁻', '₋'], '−': ['⁻', '₋'], '(': ['⁽', '₍'], ')': ['⁾', '₎'] },
};

/** Matches elements with few characters. Limits the number of tags inside, so that no text takes quadratic time. */
const element =
  /<(su[pb])\b[^<>]*>(?:<[^<>]*>){0,3}([^<>]{1,20})(?:<\/(?!su[pb])[^<>]*>){0,3}<\/\1>/gi;

/**
 * Converts superscript and subscript numbers in HTML to Unicode characters, because `10<sup>6</sup>` would become 106
 * in plain text.
 */
export const withRaisedNumbers = (html: string): string =>
  html.replaceAll(element, (whole, tag: string, text: string) => {
    const isRaised = tag.toLowerCase() === 'sup';
    if (!/^[\d+()−-]+$/.test(text)) return whole;
    return [...text]
      .map((sign) => {
        const both = signs[sign];
        if (both) return both[isRaised ? 0 : 1];
        return [...(isRaised ? raised : lowered)][Number(sign)];
      })
      .join('');
  });
