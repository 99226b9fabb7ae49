import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { optionMax, textMax } from '~/contract/common/limits';
import { enteredRequestSchema } from '~/contract/leads/leads-schema';
import { type ChosenClient, ClientName } from '~/web/admin/documents/client-name';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';

/** Dialog that creates a request for a client, for example after a call. */
export function EnterRequest(props: {
  /** Preselected client; omitted to let the admin choose one. */
  client?: { id: string; name: string } | undefined;
  onClose(): void;
}) {
  const { client, onClose } = props;
  const { requests } = useRouter().options.context.api.admin;
  const { change: go, open } = useAdminSearch();
  // In the requests section, the dialog has a URL. The URL of the created request replaces it, so
  // that Back does not open the dialog again.
  const isAddressed = open === 'new';
  return (
    <ActionDialog
      title="New request"
      size="lg"
      submitLabel="Create request"
      keepAs={`enter-request:${client?.id ?? ''}`}
      initial={{
        clientId: client?.id ?? '',
        clientName: client?.name ?? '',
        title: '',
        description: '',
        notify: true,
      }}
      fields={({ draft, change, errorOf }) => [
        client ? (
          <Text key="client" fz="sm">
            For <b>{client.name}</b>
          </Text>
        ) : (
          <ClientName<ChosenClient>
            key="client"
            isRequired
            withLeads={false}
            name={draft.clientName}
            error={errorOf('clientId')}
            onChange={(clientName) => change((before) => ({ ...before, clientName }))}
            onOther={(clientName) => change((before) => ({ ...before, clientName, clientId: '' }))}
            onChosen={({ id, name }) =>
              change((before) => ({ ...before, clientName: name, clientId: id }))
            }
          />
        ),
        { name: 'title', label: 'Title', required: true, maxLength: optionMax },
        {
          kind: 'area',
          name: 'description',
          label: 'Description',
          minRows: 3,
          maxLength: textMax,
        },
        { kind: 'checkbox', name: 'notify', label: 'Email the client' },
      ]}
      schema={enteredRequestSchema}
      input={({ clientName: _, ...draft }) => draft}
      mutation={requests.enter.mutationOptions()}
      outcome={{
        done: ({ title }) => success(`Request “${title}” created`),
        onDone: ({ id }) => {
          if (!isAddressed) onClose();
          void go(
            { section: 'requests', open: id, page: undefined, search: undefined },
            isAddressed,
          );
        },
        failed: 'Failed to create the request',
      }}
      onClose={onClose}
    />
  );
}
