import { Skeleton, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { AdminMessage, AdminWorkspace } from '~/contract/workspace/workspace-schema';
import { useRequestRefresh } from '~/web/admin/documents/use-request-refresh';
import { MailFoot } from '~/web/admin/leads/mail-foot';
import { isAutomatic } from '~/web/admin/leads/mail-words';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { Notice } from '~/web/admin/ui/notice';
import { When } from '~/web/admin/ui/when';
import { ThreadPanel } from '~/web/features/workspace/thread-panel';
import { useQuery } from '~/web/lib/queries';
import { adminSource } from './admin-source';
import { adminChoices, markOfMessage } from './composer-choices';

/** The thread of a request, with its internal messages. */
export function RequestThread({ workspace }: { workspace: AdminWorkspace }) {
  const { api, client } = useRouter().options.context;
  const { requestId: id, unansweredSince, dueAt, isOverdue } = workspace;
  const mayWrite = useCan()('requests.write');
  const { soon } = useRequestRefresh();
  const [source] = useState(() => adminSource(client, id));
  /** Another one reads the thread anew. */
  const [round, setRound] = useState(0);
  // From its first page on, the thread keeps itself current.
  const [isBegun, setBegun] = useState(false);
  const first = useQuery(
    api.admin.workspace.page.queryOptions({ id }, { enabled: !isBegun, gcTime: 0 }),
  );
  useEffect(() => {
    if (first.data) setBegun(true);
  }, [first.data]);
  const refresh = async () => {
    await first.refetch();
    setRound((count) => count + 1);
    soon();
  };

  return (
    <section id="messages" aria-labelledby="messages-title">
      {unansweredSince && (
        <Notice tone={isOverdue ? 'bad' : 'wait'}>
          The client has been waiting for a reply since <When at={unansweredSince} />
          {dueAt && (
            <>
              ; it {isOverdue ? 'was' : 'is'} due by <When at={dueAt} />
            </>
          )}
          .
        </Notice>
      )}
      {first.error ? <FailedQuery error={first.error} onRetry={first.refetch} /> : null}
      {!first.data && !first.error && <Skeleton height={320} />}
      {first.data && (
        <ThreadPanel<AdminMessage>
          key={round}
          source={source}
          first={first.data}
          beside={workspace}
          title={
            <Title order={2} id="messages-title">
              Messages
            </Title>
          }
          label="Your message"
          placeholder="Goes to the client."
          internalPlaceholder="Only visible to admins."
          empty={<p>Nothing has been written yet.</p>}
          markOf={markOfMessage}
          isNote={isAutomatic}
          footOf={(message) =>
            message.mailId !== null && (
              <MailFoot message={message} mayAccept={mayWrite} onAccepted={refresh} />
            )
          }
          choices={adminChoices}
          mayWrite={mayWrite}
          onChanged={soon}
          onEvent={soon}
          onRefused={() => void api.identity.viewer.invalidate()}
        />
      )}
    </section>
  );
}
