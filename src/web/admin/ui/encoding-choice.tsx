import { Code, Radio, Stack } from '@mantine/core';

import {
  type EncodingChoice as Choice,
  encodingLabels,
  type TextEncoding,
} from '~/contract/values/text-encodings';

/** Asks which encoding of a file is right, by showing its first lines in each. */
export function EncodingChoice(props: {
  choices: readonly Choice[];
  value: TextEncoding | null | undefined;
  error?: string | undefined;
  onChange(encoding: TextEncoding): void;
}) {
  const { choices, value, error, onChange } = props;
  return (
    <Radio.Group
      label="In which of these is the text right?"
      description="The file does not say its encoding, and it can be any of these."
      value={value ?? ''}
      error={error}
      onChange={(chosen) => onChange(chosen as TextEncoding)}
    >
      <Stack gap="xs" mt="xs">
        {choices.map(({ encoding, lines }) => (
          <Radio
            key={encoding}
            value={encoding}
            label={encodingLabels[encoding]}
            description={
              <Code block component="span" display="block">
                {lines.join('\n')}
              </Code>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
