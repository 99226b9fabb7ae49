import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { invoicePositionMax } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Form for the number of the next invoice, which an agency sets once when it switches from another program. */
export function NextNumberForm() {
  const { invoices } = useRouter().options.context.api.admin;
  const mayChange = useCan()('settings.write');
  const { data } = useQuery(invoices.nextNumber.queryOptions(undefined, { gcTime: 0 }));
  const [typed, setTyped] = useState<number | string>();
  const [isAsking, asking] = useDisclosure(false);
  const save = useMutation(
    invoices.setNextNumber.mutationOptions(
      outcome({
        done: ({ number }) => success(`The next invoice is ${number}`),
        failed: (error) => {
          if (Object.keys(fieldErrorsOf(error)).length === 0) notifyFailed(error, 'Failed to save');
        },
        onDone: () => setTyped(undefined),
      }),
    ),
  );
  if (!data) return null;
  const next = typed ?? data.next;
  const isChanged = typeof next === 'number' && next !== data.next;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) asking.open();
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label="Next invoice number">
      <form onSubmit={submit} noValidate>
        <Title order={2}>Next invoice number</Title>
        <Text fz="sm" c="dimmed" mt="xs">
          The next invoice or credit note is {data.number}. If you come from another program,
          continue its numbers here.
        </Text>
        <Stack gap="md" mt="md">
          <NumberInput
            label="Next number"
            maw="12rem"
            min={1}
            max={invoicePositionMax}
            clampBehavior="none"
            allowDecimal={false}
            readOnly={!mayChange}
            value={next}
            error={fieldErrorsOf(save.error).next}
            onChange={setTyped}
          />
          {mayChange && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                Set number
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {isAsking && (
        <ActionDialog
          title="Set the next number?"
          submitLabel="Set number"
          input={() => undefined}
          mutation={{ mutationFn: async () => save.mutate({ next: Number(next) }) }}
          onClose={asking.close}
        >
          <Text fz="sm">
            The next invoice or credit note gets{' '}
            <strong>{`${data.head}${String(next).padStart(data.digits, '0')}`}</strong> instead of{' '}
            {data.number}. Numbers only go up, so this can’t be undone.
          </Text>
        </ActionDialog>
      )}
    </Paper>
  );
}
