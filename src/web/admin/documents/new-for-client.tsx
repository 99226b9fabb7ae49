import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

import type { AdminSection } from '~/contract/admin/sections';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { MoreMenu } from '~/web/admin/ui/more-menu';
import { IconFileInvoice } from '~/web/ui/icons';
import { EnterRequest } from './enter-request';
import { NewProposal } from './new-proposal';

/** Returns a function that opens a section's form with the client preselected. */
function useNewFor(section: AdminSection) {
  const { change } = useAdminSearch();
  return (client: string) =>
    void change({
      section,
      open: 'new',
      client,
      search: undefined,
      status: undefined,
      sort: undefined,
      page: undefined,
    });
}

/**
 * Actions on the page of a client or a company: less frequent ones in a menu, and a new request, proposal or invoice.
 *
 * @param payer client of the documents; undefined if there is none
 */
export function ClientActions(props: {
  payer: string | undefined;
  requester: { id: string; name: string } | undefined;
  /** Items of the menu for less frequent actions. */
  menu: ReactNode;
}) {
  const { payer, requester, menu } = props;
  const can = useCan();
  const newInvoice = useNewFor('invoices');
  const newRecurring = useNewFor('recurringInvoices');
  const [isEntering, entering] = useDisclosure(false);
  const mayBill = can('invoices.write') && payer !== undefined;
  return (
    <>
      {(menu || mayBill) && (
        <MoreMenu>
          {mayBill && (
            <Menu.Item onClick={() => newRecurring(payer)}>New recurring invoice</Menu.Item>
          )}
          {menu}
        </MoreMenu>
      )}
      {can('requests.write') && requester && (
        <Button variant="default" onClick={entering.open}>
          New request
        </Button>
      )}
      {payer && <NewProposal from={{ clientId: payer }} label="New proposal" />}
      {mayBill && (
        <Button
          leftSection={<IconFileInvoice size={18} aria-hidden />}
          onClick={() => newInvoice(payer)}
        >
          New invoice
        </Button>
      )}
      {isEntering && requester && <EnterRequest client={requester} onClose={entering.close} />}
    </>
  );
}
