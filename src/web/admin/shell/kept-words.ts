/** Returns functions that read and write a list of words in this browser's storage. */
export function keptWords(key: string) {
  return {
    read(): string[] {
      try {
        return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
      } catch {
        // The browser blocks storage, so each visit starts with the default.
        return [];
      }
    },
    write(words: readonly string[]): void {
      try {
        localStorage.setItem(key, words.join(' '));
      } catch {
        // The browser blocks storage, so the list is lost when the panel is closed.
      }
    },
  };
}
