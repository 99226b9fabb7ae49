import { Stack, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { countryName } from '~/contract/common/country-names';
import { isAddressRequired, missingBilling } from '~/contract/documents/billing-address';
import { homeCurrencyOf } from '~/contract/documents/home-taxes';
import { totalsOf } from '~/contract/documents/money';
import { isBusiness } from '~/contract/documents/tax';
import { isStructuredDue, structuredDuties } from '~/contract/invoices/structured-duty';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { useToday } from '~/web/admin/form/today';
import { Notice } from '~/web/admin/ui/notice';
import { useQuery } from '~/web/lib/queries';
import { MissingData } from './document-files';
import { fieldsOf, type InvoiceDraft } from './invoice-draft';

/**
 * Returns the currency of the seller's country if a document has tax in a different currency;
 * otherwise undefined.
 */
function foreignTaxOf(draft: InvoiceDraft, country: string): string | undefined {
  const { currency, items, discount } = fieldsOf(draft);
  const home = homeCurrencyOf(country);
  if (home === undefined || home === currency) return undefined;
  const { taxes } = totalsOf({ items, discount }, currency);
  return taxes.some(({ amountCents }) => amountCents !== 0) ? home : undefined;
}

/** Shows data that is missing for a structured invoice, before the invoice is issued. */
export function IssueChecks(props: {
  draft: InvoiceDraft;
  clientName: string;
  seller: ItemDefaults['seller'];
}) {
  const { api } = useRouter().options.context;
  const { draft, clientName, seller } = props;
  const today = useToday();
  const { data } = useQuery(
    api.admin.invoices.preview.queryOptions(fieldsOf(draft), { staleTime: 0 }),
  );
  const lacking = [
    ...missingBilling(seller, draft.client, fieldsOf(draft).items)
      .slice(0, 1)
      .map(({ message }) => message),
    ...seller.lacks,
  ];
  const isInvalid = seller.lacks.length > 0 || isAddressRequired(seller.country);
  const title = isInvalid ? 'Not a valid invoice' : 'Billing details missing';
  const home = foreignTaxOf(draft, seller.country);
  const foreign = home && (
    <Notice tone="wait" title={`Tax in ${draft.currency}`}>
      The tax is not in {home}, the currency of your country: your tax return needs it in {home}.
    </Notice>
  );
  const invalid = lacking.length > 0 && (
    <Notice tone="bad" title={title}>
      {lacking.join('. ')}. Cancel and correct it, or issue the invoice as it is.
      {seller.lacks.length > 0 && (
        <>
          {' '}
          <Link to="/admin" search={{ section: 'settings', tab: 'sales' }}>
            Open invoice settings
          </Link>
        </>
      )}
    </Notice>
  );
  if (!data || data.valid) {
    return (
      <>
        {foreign}
        {invalid}
      </>
    );
  }
  const { country } = draft.client;
  const isDue = isBusiness(draft.client) && isStructuredDue(country, today);
  return (
    <>
      {foreign}
      {invalid}
      <Notice tone="wait" title={isDue ? 'E-invoice required' : 'No e-invoice'}>
        <Stack gap={6}>
          <Text fz="sm">
            {isDue
              ? `As a business in ${countryName(country)}, ${clientName} must receive one (${structuredDuties[country]?.source}). Missing:`
              : 'It will be issued as a PDF only. Missing:'}
          </Text>
          <MissingData eInvoice={data} />
        </Stack>
      </Notice>
    </>
  );
}
