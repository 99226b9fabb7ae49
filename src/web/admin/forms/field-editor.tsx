import { Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';

import {
  type FieldType,
  type FormField,
  fieldTypeLabels,
  fieldTypes,
  isChoice,
  keyOfLabel,
} from '~/contract/forms/forms';

const types = fieldTypes.map((value) => ({ value, label: fieldTypeLabels[value] }));

/** Editor of one form field. */
export function FieldEditor(props: {
  field: FormField;
  /** True if the field has answers, so that its key and type cannot change. */
  isAnswered: boolean;
  otherKeys: string[];
  errorOf(name: string): string | undefined;
  onChange(field: FormField): void;
}) {
  const { field, isAnswered, otherKeys, errorOf, onChange } = props;
  const change = (part: Partial<FormField>) => onChange({ ...field, ...part });
  /**
   * Changes the label. Also derives the key from it, unless the key was typed or the field has
   * answers.
   */
  const rename = (label: string) => {
    const made = keyOfLabel(field.label || 'field', otherKeys);
    const follows = !isAnswered && field.key === made;
    change({ label, ...(follows && { key: keyOfLabel(label || 'field', otherKeys) }) });
  };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Label"
          required
          value={field.label}
          error={errorOf('label')}
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <Select
          label="Type"
          allowDeselect={false}
          data={types}
          value={field.type}
          disabled={isAnswered}
          description={isAnswered ? 'Can’t be changed, because the field has answers.' : undefined}
          error={errorOf('type')}
          onChange={(type) => change({ type: type as FieldType })}
        />
      </SimpleGrid>
      {isChoice(field.type) && (
        <Textarea
          label="Options"
          description="One per line."
          required
          autosize
          minRows={3}
          value={field.options.join('\n')}
          error={errorOf('options')}
          onChange={(event) => change({ options: event.currentTarget.value.split('\n') })}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Help"
          description="Shown below the field."
          value={field.help}
          error={errorOf('help')}
          onChange={(event) => change({ help: event.currentTarget.value })}
        />
        <TextInput
          label="Key"
          description={
            isAnswered
              ? 'Can’t be changed, because the field has answers.'
              : 'Name of the field in the API.'
          }
          disabled={isAnswered}
          value={field.key}
          error={errorOf('key')}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Switch
        label="Required"
        checked={field.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
    </Stack>
  );
}
