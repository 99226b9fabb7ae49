import { nameMax } from '~/contract/common/limits';
import { TextField } from './field';

type Errors = Record<string, string>;

export function NameFields(props: {
  errors: Errors;
  values?: { firstName: string; lastName: string };
}) {
  const { errors, values } = props;
  return (
    <>
      <TextField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={nameMax}
        {...(values && { defaultValue: values.firstName })}
        error={errors.firstName}
      />
      <TextField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={nameMax}
        {...(values && { defaultValue: values.lastName })}
        error={errors.lastName}
      />
    </>
  );
}

export function EmailField(props: { errors: Errors; value?: string; onInput?(): void }) {
  const { errors, value, onInput } = props;
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete="email"
      {...(value !== undefined && { defaultValue: value })}
      {...(onInput && { onInput })}
      error={errors.email}
    />
  );
}
