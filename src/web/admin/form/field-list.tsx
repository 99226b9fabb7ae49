import {
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

import { CountryField } from './country-field';
import { ListField } from './list-field';

/** Paths of a draft whose values have a type, such as 'name' or 'series.prefix'. */
type PathTo<Draft, Value> = {
  [Key in keyof Draft & string]: Draft[Key] extends Value
    ? Key
    : Draft[Key] extends readonly unknown[]
      ? never
      : Draft[Key] extends object
        ? {
            [Inner in keyof Draft[Key] & string]: Draft[Key][Inner] extends Value
              ? `${Key}.${Inner}`
              : never;
          }[keyof Draft[Key] & string]
        : never;
}[keyof Draft & string];

interface Shared {
  label: string;
  description?: ReactNode;
  required?: boolean | undefined;
  maw?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** Error message that replaces the form's error for this field. */
  error?: string | undefined;
}

interface Option {
  value: string;
  label: string;
  description?: ReactNode;
}

interface TextLimits {
  maxLength?: number;
  placeholder?: string;
}

/** A field: its path in the draft, which is also the path of its errors, and the control that edits it. */
export type Field<Draft> = Shared &
  (
    | ({
        kind?: 'text';
        name: PathTo<Draft, string>;
        type?: 'email' | 'tel' | 'date' | 'datetime-local' | 'time' | 'url';
        max?: string;
        inputMode?: 'decimal' | 'numeric';
        autoComplete?: string;
      } & TextLimits)
    | { kind: 'password'; name: PathTo<Draft, string>; autoComplete: string }
    | ({
        kind: 'area';
        name: PathTo<Draft, string>;
        minRows?: number;
        maxRows?: number;
      } & TextLimits)
    /** A list of texts, edited with one text per line. */
    | ({
        kind: 'lines';
        name: PathTo<Draft, readonly string[]>;
        minRows?: number;
        maxRows?: number;
      } & TextLimits)
    | {
        kind: 'number';
        name: PathTo<Draft, number>;
        min?: number;
        max?: number;
        suffix?: string;
        thousandSeparator?: string;
      }
    /** A decimal as text. The schema rejects more than two decimals instead of truncating them. */
    | { kind: 'price'; name: PathTo<Draft, string>; step: number }
    /** Rows of text. Empty rows are dropped on save. */
    | {
        kind: 'list';
        name: PathTo<Draft, string[]>;
        /** Name of one row, such as 'feature'. */
        noun: string;
        keepsLast?: boolean;
      }
    | { kind: 'switch' | 'checkbox'; name: PathTo<Draft, boolean> }
    | { kind: 'select' | 'radio'; name: PathTo<Draft, string>; options: readonly Option[] }
    | { kind: 'country'; name: PathTo<Draft, string> }
  );

/** A field, several fields side by side, other content between fields, or nothing. */
export type FieldEntry<Draft> =
  | Field<Draft>
  | readonly (Field<Draft> | ReactElement)[]
  | ReactElement
  | false
  | ''
  | null
  | undefined;

/** Part of a form that its fields read and change. */
export interface FormOfFields<Draft> {
  draft: Draft;
  change(next: (before: Draft) => Draft): void;
  errorOf(path: string): string | undefined;
}

const isRow = <Draft,>(
  entry: FieldEntry<Draft>,
): entry is readonly (Field<Draft> | ReactElement)[] => Array.isArray(entry);

/** Returns whether a field can be typed in. A group of radio buttons cannot have the focus itself. */
const isTyped = <Draft,>(entry: FieldEntry<Draft>): boolean =>
  Boolean(entry) &&
  !isValidElement(entry) &&
  !['radio', 'switch', 'checkbox', 'country'].includes((entry as Field<Draft>).kind ?? 'text');

/** Renders the fields of a form, one below the other or side by side. */
export function FieldList<Draft extends object>(props: {
  form: FormOfFields<Draft>;
  fields: readonly FieldEntry<Draft>[];
  /** True to focus the first field that can be typed in when a dialog opens. */
  isFocused?: boolean;
}) {
  const { form, fields, isFocused = false } = props;
  const first = isFocused ? fields.flat().find(isTyped) : undefined;
  const draw = (field: Field<Draft>) => (
    <OneField key={field.name} form={form} field={field} isFocused={field === first} />
  );
  return fields.map((entry) => {
    if (!entry) return null;
    if (isRow(entry)) {
      const key = entry.map((one) => (isValidElement(one) ? one.key : one.name)).join();
      return (
        <SimpleGrid key={key} cols={{ base: 1, sm: entry.length }}>
          {entry.map((one) => (isValidElement(one) ? one : draw(one)))}
        </SimpleGrid>
      );
    }
    return isValidElement(entry) ? entry : draw(entry as Field<Draft>);
  });
}

function OneField<Draft extends object>(props: {
  form: FormOfFields<Draft>;
  field: Field<Draft>;
  isFocused: boolean;
}) {
  const { form, field, isFocused } = props;
  const { name } = field;
  const value = valueAt(form.draft, name);
  const set = (next: unknown) => form.change((before) => withValue(before, name, next));
  const shared = {
    error: field.error ?? form.errorOf(name),
    ...(isFocused && { 'data-autofocus': true }),
  };
  const typed = {
    value: value as string,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  const ticked = {
    checked: value as boolean,
    onChange: (event: { currentTarget: { checked: boolean } }) => set(event.currentTarget.checked),
  };
  switch (field.kind) {
    case 'password': {
      const { kind: _, ...rest } = field;
      return <PasswordInput {...rest} {...shared} {...typed} />;
    }
    case 'area': {
      const { kind: _, minRows = 2, ...rest } = field;
      return <Textarea autosize minRows={minRows} {...rest} {...shared} {...typed} />;
    }
    case 'lines': {
      const { kind: _, minRows = 2, ...rest } = field;
      const text = (value as readonly string[]).join('\n');
      return (
        <Textarea
          autosize
          minRows={minRows}
          {...rest}
          {...shared}
          value={text}
          onChange={(event) => set(event.currentTarget.value.split('\n'))}
        />
      );
    }
    case 'number': {
      const { kind: _, ...rest } = field;
      return (
        <NumberInput
          min={0}
          allowDecimal={false}
          {...rest}
          {...shared}
          value={value as number}
          onChange={(next) => set(Number(next))}
        />
      );
    }
    case 'price': {
      const { kind: _, ...rest } = field;
      return (
        <NumberInput
          min={0}
          {...rest}
          {...shared}
          value={value as string}
          onChange={(next) => set(String(next))}
        />
      );
    }
    case 'list': {
      const { kind: _, name: __, description: ___, required: ____, ...rest } = field;
      return <ListField {...rest} items={value as string[]} error={shared.error} onChange={set} />;
    }
    case 'switch': {
      const { kind: _, ...rest } = field;
      return <Switch {...rest} {...shared} {...ticked} />;
    }
    case 'checkbox': {
      const { kind: _, ...rest } = field;
      return <Checkbox {...rest} {...shared} {...ticked} />;
    }
    case 'select': {
      const { kind: _, options, ...rest } = field;
      return <NativeSelect {...rest} {...shared} {...typed} data={[...options]} />;
    }
    case 'radio': {
      const { kind: _, options, ...rest } = field;
      return (
        <Radio.Group {...rest} error={shared.error} value={value as string} onChange={set}>
          <Stack gap="xs" mt="xs">
            {options.map((option) => (
              <Radio key={option.value} {...option} />
            ))}
          </Stack>
        </Radio.Group>
      );
    }
    case 'country':
      return <CountryField value={value as string} error={shared.error} onChange={set} />;
    default: {
      const { kind: _, ...rest } = field;
      return <TextInput {...rest} {...shared} {...typed} />;
    }
  }
}

function valueAt(draft: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], draft);
}

function withValue<Draft extends object>(draft: Draft, path: string, value: unknown): Draft {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...draft, [key]: value };
  const inner = (draft as Record<string, object>)[key] ?? {};
  return { ...draft, [key]: withValue(inner, rest.join('.'), value) };
}
