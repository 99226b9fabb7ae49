import { Stack } from '@mantine/core';

import { registrationLabel } from '~/contract/documents/tax-numbers';
import { Advanced } from './advanced';
import { ElectronicAddressFields } from './endpoint-fields';
import { FieldList } from './field-list';

/** Billing data while it is edited. */
export interface BillingDraft {
  address: string;
  postcode: string;
  city: string;
  country: string;
  vatNumber: string;
  taxNumber: string;
  registrationNumber: string;
  buyerReference: string;
  electronicAddress: { scheme: string; value: string };
}

export const emptyBilling: BillingDraft = {
  address: '',
  postcode: '',
  city: '',
  country: '',
  vatNumber: '',
  taxNumber: '',
  registrationNumber: '',
  buyerReference: '',
  electronicAddress: { scheme: '', value: '' },
};

/** Returns the fields to send. An electronic address has two parts, and is omitted if both are empty. */
export const billingOf = <Draft extends Pick<BillingDraft, 'electronicAddress'>>({
  electronicAddress,
  ...draft
}: Draft) => ({
  ...draft,
  electronicAddress: electronicAddress.scheme || electronicAddress.value ? electronicAddress : null,
});

interface BillingProps {
  value: BillingDraft;
  errorOf(path: string): string | undefined;
  onChange(value: BillingDraft): void;
}

const formOf = ({ value, errorOf, onChange }: BillingProps) => ({
  draft: value,
  errorOf,
  change: (next: (before: BillingDraft) => BillingDraft) => onChange(next(value)),
});

/** Fields for address and tax numbers of a client or company, with those of e-invoices under Advanced. */
export function BillingFields(props: BillingProps) {
  const { value, errorOf } = props;
  return (
    <Stack gap="md">
      <AddressFields {...props} />
      <Advanced isUsed={isForEInvoices(value)} hasError={hasEInvoiceError(errorOf)}>
        <EInvoiceFields {...props} />
      </Advanced>
    </Stack>
  );
}

export function AddressFields(props: BillingProps) {
  return (
    <FieldList
      form={formOf(props)}
      fields={[
        { kind: 'area', name: 'address', label: 'Address', maxLength: 500 },
        [
          { name: 'postcode', label: 'ZIP or postal code', maxLength: 20 },
          { name: 'city', label: 'City', maxLength: 100 },
          { kind: 'country', name: 'country', label: 'Country' },
        ],
        [
          { name: 'vatNumber', label: 'VAT number', maxLength: 50 },
          { name: 'taxNumber', label: 'Tax number', maxLength: 50 },
          {
            name: 'registrationNumber',
            label: registrationLabel(props.value.country),
            maxLength: 50,
          },
        ],
      ]}
    />
  );
}

/** Returns whether billing data has fields of `EInvoiceFields`. */
export const isForEInvoices = ({ buyerReference, electronicAddress }: BillingDraft): boolean =>
  buyerReference !== '' || electronicAddress.value !== '';

export const hasEInvoiceError = (errorOf: BillingProps['errorOf']): boolean =>
  ['buyerReference', 'electronicAddress.scheme', 'electronicAddress.value'].some(errorOf);

/** Fields that only e-invoices need: buyer reference and electronic address. */
export function EInvoiceFields(props: BillingProps) {
  const { value, errorOf, onChange } = props;
  return (
    <>
      <FieldList
        form={formOf(props)}
        fields={[
          {
            name: 'buyerReference',
            label: 'Buyer reference',
            description: 'For example, a PO number or a Leitweg-ID.',
            maxLength: 100,
          },
        ]}
      />
      <ElectronicAddressFields
        value={value.electronicAddress}
        errorOf={(part) => errorOf(`electronicAddress.${part}`)}
        onChange={(electronicAddress) => onChange({ ...value, electronicAddress })}
      />
    </>
  );
}
