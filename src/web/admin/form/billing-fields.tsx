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

/** Fields for address and tax numbers of a client or company. */
export function BillingFields(props: {
  value: BillingDraft;
  errorOf(path: string): string | undefined;
  onChange(value: BillingDraft): void;
}) {
  const { value, errorOf, onChange } = props;
  const form = {
    draft: value,
    errorOf,
    change: (next: (before: BillingDraft) => BillingDraft) => onChange(next(value)),
  };
  const { electronicAddress } = value;
  return (
    <Stack gap="md">
      <FieldList
        form={form}
        fields={[
          { kind: 'area', name: 'address', label: 'Address', maxLength: 500 },
          [
            { name: 'postcode', label: 'Postcode', maxLength: 20 },
            { name: 'city', label: 'City', maxLength: 100 },
            { kind: 'country', name: 'country', label: 'Country' },
          ],
          [
            { name: 'vatNumber', label: 'VAT number', maxLength: 50 },
            { name: 'taxNumber', label: 'Tax number', maxLength: 50 },
            {
              name: 'registrationNumber',
              label: registrationLabel(value.country),
              maxLength: 50,
            },
          ],
        ]}
      />
      <Advanced
        isUsed={value.buyerReference !== '' || electronicAddress.value !== ''}
        hasError={['buyerReference', 'electronicAddress.scheme', 'electronicAddress.value'].some(
          errorOf,
        )}
      >
        <FieldList
          form={form}
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
          value={electronicAddress}
          errorOf={(part) => errorOf(`electronicAddress.${part}`)}
          onChange={(address) => onChange({ ...value, electronicAddress: address })}
        />
      </Advanced>
    </Stack>
  );
}
