function otherTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen
    ? chosen === 'dark'
    : window.matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'light' : 'dark';
}

/** The theme follows the system until one is chosen; the choice is stored. */
export function switchTheme(): void {
  const theme = otherTheme();
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Holds for this visit where nothing can be remembered.
  }
}
