/** Lines without blank ones, trimmed. */
export const filledLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter(Boolean);
