import { SimpleGrid, TextInput } from '@mantine/core';

interface Address {
  scheme: string;
  value: string;
}

/**
 * Fields for the address of structured invoices, for example in the Peppol network: the code of the
 * address scheme, and the address.
 */
export function ElectronicAddressFields(props: {
  value: Address;
  errorOf(part: keyof Address): string | undefined;
  onChange(value: Address): void;
}) {
  const { value, errorOf, onChange } = props;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="Peppol ID type"
        description="For example, 0208 in Belgium, 0204 for a Leitweg-ID, 9930 for a German VAT number."
        maxLength={4}
        value={value.scheme}
        error={errorOf('scheme')}
        onChange={(event) => onChange({ ...value, scheme: event.currentTarget.value })}
      />
      <TextInput
        label="Peppol address"
        description="For structured invoices. Defaults to the email."
        maxLength={100}
        value={value.value}
        error={errorOf('value')}
        onChange={(event) => onChange({ ...value, value: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
