import { can, type Permission } from '~/contract/identity/permissions';
import { useViewer } from '~/web/shell/settings';

/** Returns a function that tells whether the signed-in admin has a permission. Actions without permission are not offered. */
export function useCan(): (permission: Permission) => boolean {
  const role = useViewer()?.role;
  return (permission) => can(role, permission);
}
