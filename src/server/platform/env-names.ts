/**
 * Returns the edit distance of two names: the number of letters that are missing, added, replaced or swapped with their
 * neighbor.
 */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/**
 * Returns the setting that was probably meant. In a short name such as PORT, only one letter may differ, so that HOME
 * is not mistaken for HOST.
 */
export function settingNear(name: string, settings: readonly string[]): string | undefined {
  return settings.find((setting) => {
    const allowed = setting.length < 8 ? 1 : 2;
    return Math.abs(setting.length - name.length) <= allowed && distance(setting, name) <= allowed;
  });
}
