/** A list of words stored in this browser for the panel. */
export function keptWords(key: string) {
  return {
    read(): string[] {
      try {
        return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
      } catch {
        // Without storage, each visit starts with the default.
        return [];
      }
    },
    write(words: readonly string[]): void {
      try {
        localStorage.setItem(key, words.join(' '));
      } catch {
        // Applies while the panel is open.
      }
    },
  };
}
