/** A list of words that this browser keeps for the panel. */
export function keptWords(key: string) {
  return {
    read(): string[] {
      try {
        return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
      } catch {
        // A browser that keeps nothing starts anew at each visit.
        return [];
      }
    },
    write(words: readonly string[]): void {
      try {
        localStorage.setItem(key, words.join(' '));
      } catch {
        // It holds for as long as the panel is open.
      }
    },
  };
}
