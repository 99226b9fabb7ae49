import { Button, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { formatBytes } from '~/contract/common/bytes';
import type { AdminListedFile, AdminRequestThread } from '~/contract/threads/threads-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { agencyDeliverableLabel } from '~/web/features/threads/deliverable-label';
import { FileLink } from '~/web/features/threads/file-link';
import { useShownFiles } from '~/web/features/threads/use-shown-files';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Lists all files of the thread, newest first, with the client's decisions. */
export function RequestFiles({ thread }: { thread: AdminRequestThread }) {
  const mayChange = useCan()('requests.write');
  const { files, storage } = thread;
  const { shown, showAll } = useShownFiles(files);
  return (
    <section id="files" aria-labelledby="files-title">
      <Title order={3} id="files-title" mb="xs">
        Files
      </Title>
      {files.length === 0 ? (
        <Text c="dimmed" fz="sm">
          None yet.
        </Text>
      ) : (
        <ul className="request-files">
          {shown.map((file) => (
            <li key={file.id}>
              <FileLink file={file} note={<FileNote file={file} />} />
              {file.comment && <p className="request-comment">{file.comment}</p>}
              {mayChange && isUndecided(file) && <DeliverableSwitch file={file} />}
            </li>
          ))}
        </ul>
      )}
      {showAll && (
        <Button variant="default" size="xs" mt="xs" onClick={showAll}>
          Show all {files.length} files
        </Button>
      )}
      <Text c="dimmed" fz="xs" mt="xs">
        All files of this client: {formatBytes(storage.used)} of {formatBytes(storage.quota)}
      </Text>
    </section>
  );
}

/** Returns whether approval can still be requested: the file was sent to the client, and was not decided. */
const isUndecided = ({ byAgency, internal, decidedAt }: AdminListedFile) =>
  byAgency && !internal && decidedAt === null;

function FileNote({ file }: { file: AdminListedFile }) {
  const { internal, byAgency, deliverable, sentAt } = file;
  return (
    <>
      , {byAgency ? 'from us' : 'from the client'}, <When at={sentAt} />
      {internal && <strong> · Internal</strong>}
      {deliverable && <strong> · {agencyDeliverableLabel[deliverable]}</strong>}
    </>
  );
}

function DeliverableSwitch({ file }: { file: AdminListedFile }) {
  const { api } = useRouter().options.context;
  const isAsked = file.deliverable !== null;
  const change = useMutation({
    ...api.admin.requestThreads.setDeliverable.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success(isAsked ? 'Approval request canceled' : 'Approval requested'),
      failed: 'Failed to update the file',
    }),
  });
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={change.isPending}
      aria-label={`${isAsked ? 'Cancel approval request' : 'Ask for approval'} ${file.name}`}
      onClick={() => change.mutate({ id: file.id, deliverable: !isAsked })}
    >
      {isAsked ? 'Cancel approval request' : 'Ask for approval'}
    </Button>
  );
}
