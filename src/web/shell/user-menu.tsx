import { useRef } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { useCloseOnOutsideClick } from '~/web/lib/use-close-on-outside-click';
import { useStillSignedIn } from './use-still-signed-in';
import styles from './user-menu.module.css';

export function UserMenu({ user }: { user: CurrentUser }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOnOutsideClick(menu);
  useStillSignedIn(user.id);
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.avatar} aria-label={`Account of ${user.firstName}`}>
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
