function otherTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen
    ? chosen === 'dark'
    : window.matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'light' : 'dark';
}

/**
 * Switches the theme and stores the choice. Before the first choice, the site uses the system's
 * theme.
 */
export function switchTheme(): void {
  const theme = otherTheme();
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // The browser blocks storage, so the choice only applies to this visit.
  }
}
