/** Stores a list of words of the panel in this browser. */
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
        // The browser blocks storage, so the list is kept only while the panel is open.
      }
    },
  };
}
