import type { RefObject } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import styles from './user-menu.module.css';

/** Markup of the menu. The server also renders it on its own, to insert it into shared pages. */
export function UserMenuView(props: {
  user: CurrentUser;
  ref?: RefObject<HTMLDetailsElement | null>;
}) {
  const { user, ref } = props;
  return (
    <details ref={ref} className={styles.menu}>
      <summary className={styles.avatar} aria-label={`Account of ${user.firstName || user.email}`}>
        {user.profileImageUrl ? (
          <img src={user.profileImageUrl} alt="" width="36" height="36" />
        ) : (
          (user.firstName || user.email).charAt(0).toUpperCase()
        )}
      </summary>
      <nav aria-label="Account" className={styles.panel}>
        <a href="/account">Profile</a>
        <a href="/api/logout">Log out</a>
      </nav>
    </details>
  );
}
