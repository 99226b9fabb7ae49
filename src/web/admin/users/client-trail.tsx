import { Divider, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { formatBytes } from '~/contract/common/bytes';
import { NoteField, RelatedActivity } from '~/web/admin/leads/related-activity';
import { useCan } from '~/web/admin/shell/use-can';
import { When } from '~/web/admin/ui/when';

/** Lists notes, emails, files, sessions and changes of a client. */
export function ClientTrail({ detail }: { detail: UserDetail }) {
  const { api } = useRouter().options.context;
  const mayWrite = useCan()('clients.write') && detail.user.status !== 'deleted';
  const { user, notes, mails, changes, files, signedIn } = detail;
  return (
    <>
      <List title="Files" isEmpty={files.length === 0}>
        {files.map(({ id, name, size, requestId, createdAt }) => (
          <Text key={id} fz="sm">
            <a href={`/api/files/${id}`} download={name}>
              <bdi>{name}</bdi>
            </a>{' '}
            <Text component="span" c="dimmed" fz="xs">
              {formatBytes(size)},{' '}
              <Link to="/admin" search={{ section: 'requests', open: requestId }}>
                in a request
              </Link>
              , <When at={createdAt} />
            </Text>
          </Text>
        ))}
      </List>
      <List title="Active sessions" isEmpty={signedIn.length === 0}>
        {signedIn.map(({ id, device, lastSeenAt }) => (
          <Text key={id} fz="sm">
            {device}{' '}
            <Text component="span" c="dimmed" fz="xs">
              last seen <When at={lastSeenAt} />
            </Text>
          </Text>
        ))}
      </List>
      <RelatedActivity
        notes={notes}
        mails={mails}
        changes={changes}
        noteField={mayWrite && <NoteField id={user.id} addNote={api.admin.users.addNote} />}
      />
    </>
  );
}

function List(props: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (props.isEmpty) return null;
  return (
    <Stack gap="xs">
      <Divider />
      <Title order={3}>{props.title}</Title>
      {props.children}
    </Stack>
  );
}
