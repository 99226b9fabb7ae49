import { can, type Permission } from '~/contract/identity/permissions';
import { useViewer } from '~/web/shell/settings';

/**
 * Returns a function that checks whether the signed-in admin has a permission. The panel does not
 * offer actions for which the admin lacks permission.
 */
export function useCan(): (permission: Permission) => boolean {
  const role = useViewer()?.role;
  return (permission) => can(role, permission);
}
