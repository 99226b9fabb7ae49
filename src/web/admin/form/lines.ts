/** Returns trimmed lines without blank ones. */
export const filledLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter(Boolean);
