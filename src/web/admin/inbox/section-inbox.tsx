import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminSearch } from '~/contract/admin/admin';
import { type RecordKind, recordKinds } from '~/contract/conversations/records';
import { defaultInboxTab, inboxTabs, ownerFilters } from '~/contract/inbox/inbox';
import { MessageDrawer } from '~/web/admin/leads/message-drawer';
import { QuoteDrawer } from '~/web/admin/leads/quote-drawer';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { InboxBoard } from './inbox-board';
import { InboxList, inboxPageSize } from './inbox-list';
import './inbox.css';
import { IconPlus } from '~/web/ui/icons';

const requestOf = (search: Omit<AdminSearch, 'open'>) => {
  const isBoard = search.tab === 'board';
  return {
    search: search.search,
    status: inboxTabs.find((one) => one === search.status),
    owner: ownerFilters.find((one) => one === search.assignee),
    kind: recordKinds.find((one) => one === search.kind),
    tag: search.tag,
    ...(isBoard ? { isBoard } : { page: search.page, pageSize: inboxPageSize }),
  };
};

const loadInbox: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.inbox.page.queryOptions(requestOf(search)));

const plurals: Record<RecordKind, string> = {
  quote: 'Quotes',
  message: 'Messages',
  request: 'Requests',
  proposal: 'Proposals',
};

/**
 * Section for quotes, messages and requests that wait for the agency: admins read, answer, plan and complete them in one
 * place.
 */
function SectionInbox() {
  const { api } = useRouter().options.context;
  const { change, closeRecord, ...search } = useAdminSearch();
  const request = requestOf(search);
  const page = useQuery(api.admin.inbox.page.queryOptions(request, untilItComes));
  const tags = useQuery(api.admin.inbox.tags.queryOptions());
  const isBoard = search.tab === 'board';
  const mayEnter = useCan()('leads.write');
  const [kind, id] = search.open?.split('-') ?? [];
  const select = (key: 'assignee' | 'kind' | 'tag') => ({
    value: search[key] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      void change({ [key]: event.currentTarget.value || undefined, page: undefined }),
  });
  return (
    <>
      <SectionHead title="Inbox">
        <NativeSelect
          aria-label="Owner"
          {...select('assignee')}
          data={[
            { value: '', label: 'All owners' },
            { value: 'mine', label: 'Mine' },
            { value: 'none', label: 'No owner' },
          ]}
        />
        <NativeSelect
          aria-label="Kind"
          {...select('kind')}
          data={[
            { value: '', label: 'All kinds' },
            ...recordKinds.map((one) => ({ value: one, label: plurals[one] })),
          ]}
        />
        {(search.tag || (tags.data ?? []).length > 0) && (
          <NativeSelect
            aria-label="Tag"
            {...select('tag')}
            data={[
              { value: '', label: 'All tags' },
              ...new Set([...(search.tag ? [search.tag] : []), ...(tags.data ?? [])]),
            ]}
          />
        )}
        <SegmentedControl
          aria-label="View"
          value={isBoard ? 'board' : 'list'}
          data={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
          onChange={(display) =>
            void change({ tab: display === 'board' ? 'board' : undefined, page: undefined })
          }
        />
        {mayEnter && (
          <Button
            visibleFrom="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(root) => (
              <Link {...root} to="/admin" search={{ section: 'quotes', open: 'new' }} />
            )}
          >
            Add lead
          </Button>
        )}
      </SectionHead>
      {isBoard ? (
        <InboxBoard page={page} />
      ) : (
        <InboxList page={page} tab={request.status ?? defaultInboxTab} />
      )}
      {kind === 'quote' && <QuoteDrawer key={id} id={Number(id)} onClose={closeRecord} />}
      {kind === 'message' && <MessageDrawer key={id} id={Number(id)} onClose={closeRecord} />}
    </>
  );
}

export const section: SectionCode = { Section: SectionInbox, load: loadInbox };
