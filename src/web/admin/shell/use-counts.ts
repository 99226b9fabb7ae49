import { useRouter } from '@tanstack/react-router';

import type { AdminSection } from '~/contract/admin/sections';
import { useQuery } from '~/web/lib/queries';
import { useCan } from './use-can';

/** Returns functions that return the number of open items and of unread messages in a section. */
export function useCounts() {
  const { api } = useRouter().options.context;
  const can = useCan();
  const { data: waiting } = useQuery(
    api.admin.overview.waiting.queryOptions(undefined, { enabled: can('overview.read') }),
  );
  const { data: messages } = useQuery(
    api.admin.requestThreads.unread.queryOptions(undefined, { enabled: can('requests.read') }),
  );
  const { data: setup } = useQuery(
    api.admin.setup.mark.queryOptions(undefined, { enabled: can('settings.read') }),
  );
  const { data: inbox } = useQuery(
    api.admin.inbox.page.queryOptions({ pageSize: 1 }, { enabled: can('leads.read') }),
  );
  return {
    countOf(section: AdminSection): number {
      if (section === 'setup') return setup?.open ?? 0;
      if (section === 'inbox') return inbox?.counts.todo ?? 0;
      return waiting?.[section as keyof typeof waiting] ?? 0;
    },
    unreadOf: (section: AdminSection): number =>
      section === 'requests' ? (messages?.total ?? 0) : 0,
  };
}
