import { Badge, NavLink } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { type AdminSection, adminSections, sectionsOf } from '~/contract/admin/sections';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import type { TablerIcon } from '~/web/ui/icons';
import { useCan } from './use-can';

/** The sections that the admin may see, with how many items wait in each. */
export function Sidebar(props: {
  section: AdminSection;
  iconOf(section: AdminSection): TablerIcon;
  onChosen(): void;
}) {
  const { section, iconOf, onChosen } = props;
  const { api } = useRouter().options.context;
  const role = useViewer()?.role;
  const can = useCan();
  const { data: waiting } = useQuery(
    api.admin.overview.waiting.queryOptions(undefined, { enabled: can('overview.read') }),
  );
  const { data: messages } = useQuery(
    api.admin.workspace.unread.queryOptions(undefined, { enabled: can('requests.read') }),
  );
  const { data: setup } = useQuery(
    api.admin.setup.mark.queryOptions(undefined, { enabled: can('settings.read') }),
  );
  const countOf = (one: AdminSection) =>
    one === 'setup' ? (setup?.open ?? 0) : (waiting?.[one as keyof typeof waiting] ?? 0);
  return (
    <>
      {sectionsOf(role).map((one) => {
        const Icon = iconOf(one);
        const count = countOf(one);
        const unread = one === 'requests' ? (messages?.total ?? 0) : 0;
        return (
          <NavLink
            key={one}
            active={one === section}
            aria-current={one === section ? 'page' : undefined}
            label={adminSections[one].title}
            description={unread > 0 && `${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            rightSection={
              count > 0 && (
                <Badge
                  size="sm"
                  variant="light"
                  aria-label={`${count} ${one === 'setup' ? 'open' : one === 'messages' ? 'unread' : 'pending'}`}
                >
                  {count}
                </Badge>
              )
            }
            onClick={onChosen}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/admin"
                activeOptions={{ exact: true, includeSearch: true }}
                search={one === 'dashboard' ? {} : { section: one }}
              />
            )}
          />
        );
      })}
    </>
  );
}
