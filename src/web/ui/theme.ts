function otherTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen
    ? chosen === 'dark'
    : window.matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'light' : 'dark';
}

/** Switches the theme, which follows the system until one is chosen; stores the choice. */
export function switchTheme(): void {
  const theme = otherTheme();
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage, it applies to this visit only.
  }
}
