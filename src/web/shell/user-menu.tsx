import { useRef } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { useCloseOnOutsideClick } from '~/web/lib/use-close-on-outside-click';
import { useStillSignedIn } from './use-still-signed-in';
import { UserMenuView } from './user-menu-view';

export function UserMenu({ user }: { user: CurrentUser }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOnOutsideClick(menu);
  useStillSignedIn(user.id);
  return <UserMenuView ref={menu} user={user} />;
}
