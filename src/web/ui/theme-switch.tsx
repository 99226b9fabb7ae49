import { switchTheme } from './theme';
import styles from './theme-switch.module.css';
import { Tooltip } from './tooltip';

/** Theme switch. Until a theme is chosen, the site uses the system's theme. */
export function ThemeSwitch() {
  return (
    <Tooltip label="Switch theme">
      <button
        type="button"
        className={styles.switch}
        aria-label="Switch theme"
        onClick={switchTheme}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" fill="none" aria-hidden="true">
          <circle cx="12" cy="12" r="8.25" stroke="currentColor" strokeWidth="1.5" />
          <path d="M12 3.75a8.25 8.25 0 0 1 0 16.5Z" fill="currentColor" />
        </svg>
      </button>
    </Tooltip>
  );
}
