import { Button, TextInput } from '@mantine/core';

import { predictedSlug } from '~/contract/common/slugs';
import { textProps } from './text-props';
import type { RecordForm } from './use-record-form';

/** Field for a record's slug, which is the end of its URL. If the slug is taken, the server suggests a free one. */
export function SlugField<Draft extends { slug: string }>(props: {
  form: RecordForm<Draft>;
  /** Field from which an empty slug is derived, such as 'title'. If omitted, the slug is required. */
  from?: { label: string; words: string };
}) {
  const { form, from } = props;
  const free = form.suggestionOf('slug');
  return (
    <div>
      <TextInput
        label="Slug"
        {...(from
          ? {
              description: `The last part of the URL. Defaults to the ${from.label}.`,
              placeholder: predictedSlug(from.words),
            }
          : { required: true })}
        {...textProps(form)('slug' as never)}
      />
      {free && (
        <Button
          size="compact-sm"
          variant="light"
          mt={6}
          onClick={() => form.takeSuggestion('slug')}
        >
          Use “{free}”
        </Button>
      )}
    </div>
  );
}
