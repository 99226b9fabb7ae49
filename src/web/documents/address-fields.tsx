import { SelectField, TextAreaField, TextField } from '~/web/ui/field';
import styles from './billing-fields.module.css';
import { useCountries } from './use-countries';

interface Field {
  name: string;
  error: string | undefined;
  defaultValue?: string;
}

/**
 * Fields for address, postcode, city and country of billing data. The postcode is always optional, because not every
 * country has postcodes.
 */
export function AddressFields(props: {
  field(name: 'address' | 'postcode' | 'city' | 'country'): Field;
  isAddressOptional: boolean;
  isCountryOptional: boolean;
}) {
  const { field, isAddressOptional, isCountryOptional } = props;
  return (
    <>
      <TextAreaField
        label="Address"
        optional={isAddressOptional}
        rows={2}
        maxLength={500}
        {...field('address')}
      />
      <div className={styles.names}>
        <TextField
          label="ZIP or postal code"
          optional
          autoComplete="postal-code"
          maxLength={20}
          {...field('postcode')}
        />
        <TextField
          label="City"
          optional={isAddressOptional}
          autoComplete="address-level2"
          maxLength={100}
          {...field('city')}
        />
      </div>
      <CountryField isOptional={isCountryOptional} {...field('country')} />
    </>
  );
}

/** Field for the country of billing data. */
export function CountryField({ isOptional, ...field }: Field & { isOptional: boolean }) {
  const countries = useCountries(field.defaultValue ?? '');
  return (
    <SelectField
      label="Country"
      optional={isOptional}
      options={countries}
      placeholder="Choose a country"
      {...field}
    />
  );
}
