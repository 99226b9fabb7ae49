import { Text, Textarea, TextInput } from '@mantine/core';

/** Text field with its length and the recommended length, which is not enforced. */
export function CountedField(props: {
  label: string;
  guide: number;
  value: string;
  error?: string | undefined;
  isLong?: boolean;
  onChange(value: string): void;
}) {
  const { label, guide, value, error, isLong } = props;
  const isOver = value.length > guide;
  const shared = {
    label,
    value,
    error,
    description: (
      <Text component="span" fz="xs" c={isOver ? 'var(--danger)' : 'dimmed'}>
        {value.length}/{guide} characters
      </Text>
    ),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
  };
  return isLong ? (
    <Textarea
      {...shared}
      inputWrapperOrder={[...shared.inputWrapperOrder]}
      autosize
      minRows={2}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      inputWrapperOrder={[...shared.inputWrapperOrder]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
