import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { optionMax, textMax } from '~/contract/common/limits';
import { enteredRequestSchema } from '~/contract/leads/leads-schema';
import { type ChosenClient, ClientName } from '~/web/admin/documents/client-name';
import { useKeptFields } from '~/web/admin/form/use-kept-fields';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Opens a request for a client, as after a call. */
export function EnterRequest(props: {
  /** Chosen already, as on a client's page. */
  client?: { id: string; name: string } | undefined;
  onClose(): void;
}) {
  const { onClose } = props;
  const { api } = useRouter().options.context;
  const { change, open } = useAdminSearch();
  // In its section the form has an address of its own, which the request takes the place of: Back would open it again.
  const isAddressed = open === 'new';
  const [clientId, setClientId] = useState(props.client?.id ?? '');
  const [name, setName] = useState(props.client?.name ?? '');
  const { fields, setFields, forget } = useKeptFields(`enter-request:${props.client?.id ?? ''}`, {
    title: '',
    description: '',
  });
  const [notify, setNotify] = useState(true);
  const [errors, setErrors] = useState<FieldErrors>({});
  const enter = useMutation(
    api.admin.requests.enter.mutationOptions(
      outcome({
        done: ({ title }) => success(`Request “${title}” created`),
        onDone: ({ id }) => {
          forget();
          if (!isAddressed) onClose();
          void change(
            { section: 'requests', open: id, page: undefined, search: undefined },
            isAddressed,
          );
        },
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to create the request');
        },
        refresh: () => Promise.all([api.admin.requests.invalidate(), api.admin.users.invalidate()]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enter.isPending) return;
    const checked = check(enteredRequestSchema, { ...fields, clientId, notify });
    setErrors(checked.errors ?? {});
    if (!checked.errors) enter.mutate(checked.data);
  };
  const text = (key: keyof typeof fields, maxLength: number) => ({
    maxLength,
    value: fields[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  return (
    <Dialog onClose={onClose} title="New request" centered size="lg">
      <form onSubmit={submit} noValidate aria-label="New request">
        <Stack gap="md">
          {props.client ? (
            <Text fz="sm">
              For <b>{props.client.name}</b>
            </Text>
          ) : (
            <ClientName<ChosenClient>
              isRequired
              withLeads={false}
              name={name}
              error={errors.clientId}
              onChange={setName}
              onOther={(other) => {
                setName(other);
                setClientId('');
              }}
              onChosen={(chosen) => {
                setName(chosen.name);
                setClientId(chosen.id);
              }}
            />
          )}
          <TextInput label="Title" required {...text('title', optionMax)} data-autofocus />
          <Textarea label="Description" autosize minRows={3} {...text('description', textMax)} />
          <Checkbox
            label="Email the client"
            checked={notify}
            onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={enter.isPending}>
              Create request
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
