import { Skeleton, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminMessage, AdminRequestThread } from '~/contract/threads/threads-schema';
import { MailFoot } from '~/web/admin/leads/mail-foot';
import { isAutomatic } from '~/web/admin/leads/mail-words';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { Notice } from '~/web/admin/ui/notice';
import { When } from '~/web/admin/ui/when';
import { ThreadPanel } from '~/web/features/threads/thread-panel';
import { useQuery } from '~/web/lib/queries';
import { adminSource } from './admin-source';
import { adminChoices, markOfMessage } from './composer-choices';

/** Thread of a request, with its internal messages. */
export function RequestThread({ thread }: { thread: AdminRequestThread }) {
  const { api, client } = useRouter().options.context;
  const { requestId: id, unansweredSince, dueAt, isOverdue } = thread;
  const mayWrite = useCan()('requests.write');
  const [source] = useState(() => adminSource(client, id));
  const page = useQuery(api.admin.requestThreads.page.queryOptions({ id }, { gcTime: 0 }));
  const { data, dataUpdatedAt, isError, error, refetch } = page;

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
      {!data && error ? <FailedQuery error={error} onRetry={refetch} /> : null}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <ThreadPanel<AdminMessage>
          source={source}
          newest={{ data, dataUpdatedAt, isError }}
          beside={thread}
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
            message.mailId !== null && <MailFoot message={message} mayAccept={mayWrite} />
          }
          choices={adminChoices}
          mayWrite={mayWrite}
        />
      )}
    </section>
  );
}
