import { getRouteApi, Link } from '@tanstack/react-router';

import { requestStatuses } from '~/contract/requests/requests';
import { useSuspenseQuery } from '~/web/lib/queries';
import { ListScreen } from '~/web/shell/list-screen';
import { useMember } from '~/web/shell/use-member';
import { buttonClass } from '~/web/ui/button';
import { Inquiries } from './inquiries';
import { RequestRow, useRequestNews } from './request-row';

const route = getRouteApi('/dashboard/requests/');

export function PageRequests() {
  const { api } = route.useRouteContext();
  const { data } = useSuspenseQuery(api.requests.search.queryOptions(route.useSearch()));
  const { mayRequest } = useMember();
  const newsOf = useRequestNews();
  return (
    <ListScreen
      title="Service requests"
      path="/dashboard/requests"
      noun={['request', 'requests']}
      placeholder="Title or description"
      statuses={requestStatuses}
      emptyText={
        mayRequest
          ? 'No service requests yet. Create your first request!'
          : 'No service requests yet.'
      }
      data={data}
      action={
        mayRequest && (
          <Link to="/dashboard/requests/new" className={buttonClass()}>
            New Request
          </Link>
        )
      }
      renderRows={(rows) => (
        <ul aria-label="Service requests">
          {rows.map((request) => (
            <RequestRow key={request.id} request={request} news={newsOf(request.id)} />
          ))}
        </ul>
      )}
    >
      <Inquiries />
    </ListScreen>
  );
}
