import { can, type Permission } from '~/contract/identity/permissions';
import { useViewer } from '~/web/shell/settings';

/** Whether the signed-in admin has a permission; what it does not allow is not offered. */
export function useCan(): (permission: Permission) => boolean {
  const role = useViewer()?.role;
  return (permission) => can(role, permission);
}
