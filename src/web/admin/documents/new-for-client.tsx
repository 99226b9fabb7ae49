import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { IconFileInvoice } from '~/web/ui/icons';
import { EnterRequest } from './enter-request';

/** Leads to a new invoice for a client, who is filled in. */
export function NewInvoice({ clientId }: { clientId: string }) {
  const { change } = useAdminSearch();
  if (!useCan()('invoices.write')) return null;
  return (
    <Button
      leftSection={<IconFileInvoice size={18} aria-hidden />}
      onClick={() =>
        void change({
          section: 'invoices',
          open: 'new',
          client: clientId,
          search: undefined,
          status: undefined,
          sort: undefined,
          page: undefined,
        })
      }
    >
      New invoice
    </Button>
  );
}

/** Opens a request for a client, who is filled in. */
export function NewRequest({ client }: { client: { id: string; name: string } }) {
  const [isEntering, entering] = useDisclosure(false);
  if (!useCan()('requests.write')) return null;
  return (
    <>
      <Button variant="default" onClick={entering.open}>
        New request
      </Button>
      {isEntering && <EnterRequest client={client} onClose={entering.close} />}
    </>
  );
}
