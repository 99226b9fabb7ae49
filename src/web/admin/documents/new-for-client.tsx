import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import type { AdminSection } from '~/contract/admin/sections';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { IconFileInvoice } from '~/web/ui/icons';
import { EnterRequest } from './enter-request';

/** Returns a function that opens a section's form with the client preselected. */
function useNewFor(section: AdminSection, clientId: string) {
  const { change } = useAdminSearch();
  return () =>
    void change({
      section,
      open: 'new',
      client: clientId,
      search: undefined,
      status: undefined,
      sort: undefined,
      page: undefined,
    });
}

/** Button that opens a new invoice for a client. */
export function NewInvoice({ clientId }: { clientId: string }) {
  const open = useNewFor('invoices', clientId);
  if (!useCan()('invoices.write')) return null;
  return (
    <Button leftSection={<IconFileInvoice size={18} aria-hidden />} onClick={open}>
      New invoice
    </Button>
  );
}

/** Button that opens a new recurring invoice for a client. */
export function NewRecurringInvoice({ clientId }: { clientId: string }) {
  const open = useNewFor('recurringInvoices', clientId);
  if (!useCan()('invoices.write')) return null;
  return (
    <Button variant="default" onClick={open}>
      New recurring invoice
    </Button>
  );
}

/** Button that opens a request with the client preselected. */
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
