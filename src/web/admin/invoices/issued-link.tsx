import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { createContext, useContext } from 'react';

import { Dialog } from '~/web/admin/ui/dialog';

export interface Issued {
  number: string;
  url: string;
}

const ShowIssued = createContext<(issued: Issued) => void>(() => {});

/** Shows the number and the link of an invoice, also after its form has closed. */
export const ShowIssuedProvider = ShowIssued.Provider;
export const useShowIssued = () => useContext(ShowIssued);

export function IssuedLink({ issued, onClose }: { issued: Issued; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={`Invoice ${issued.number}`} centered>
      <Text fz="sm" mb="md">
        Anyone with this link can view and pay the invoice without an account.
      </Text>
      <TextInput label="Private link" readOnly value={issued.url} data-autofocus />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          component="a"
          href={issued.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
        >
          Open
        </Button>
        <CopyButton value={issued.url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
        </CopyButton>
      </Group>
    </Dialog>
  );
}
