import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import {
  type ConsentMeans,
  consentLabels,
  consentMeans,
} from '~/contract/testimonials/testimonials';
import type {
  AdminTestimonial,
  TestimonialFields as Fields,
} from '~/contract/testimonials/testimonials-form-schema';
import type { Draft } from '~/web/admin/form/draft';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm as Form } from '~/web/admin/form/use-record-form';
import { useCan } from '~/web/admin/shell/use-can';
import { useQuery } from '~/web/lib/queries';

export type TestimonialDraft = Draft<
  Fields,
  { portfolioId: number | null; consentMeans: ConsentMeans | null }
>;

export const emptyDraft: TestimonialDraft = {
  words: '',
  name: '',
  role: '',
  company: '',
  portfolioId: null,
  email: '',
  consentMeans: null,
  consentBy: '',
  consentOn: '',
  isPublished: false,
};

/** @param opened as it is stored; undefined for a new one */
export function TestimonialFields(props: {
  form: Form<TestimonialDraft>;
  opened?: AdminTestimonial;
}) {
  const { form, opened } = props;
  const { draft, set, errorOf } = form;
  const { api } = useRouter().options.context;
  const { data: items } = useQuery(api.portfolio.cards.queryOptions());
  const mayPublish = useCan()('testimonials.publish');
  const texts = textProps(form);
  const isTheirs = Boolean(opened?.givenAt);
  // Consent by the link is given there alone.
  const means = consentMeans.filter((one) => one !== 'link' || opened?.consentMeans === 'link');
  return (
    <>
      <Textarea
        label="Testimonial"
        required={!opened}
        autosize
        minRows={4}
        readOnly={isTheirs}
        {...(isTheirs && {
          description: 'As written by the client, who can edit it via their link.',
        })}
        {...texts('words')}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="Name" required readOnly={isTheirs} {...texts('name')} />
        <TextInput label="Role" readOnly={isTheirs} {...texts('role')} />
        <TextInput label="Company" readOnly={isTheirs} {...texts('company')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Project"
          description="Also shown on the project’s page."
          placeholder="None in particular"
          clearable
          searchable
          data={(items ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          value={draft.portfolioId === null ? null : String(draft.portfolioId)}
          error={errorOf('portfolioId')}
          onChange={(value) => set('portfolioId', value === null ? null : Number(value))}
        />
        <TextInput
          label="Email"
          description="Never shown. Used to delete this with the person’s data."
          type="email"
          {...texts('email')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="Consent"
          description="How the person gave consent."
          placeholder="None"
          clearable
          data={means.map((value) => ({ value, label: consentLabels[value] }))}
          value={draft.consentMeans}
          error={errorOf('consentMeans')}
          onChange={(value) => set('consentMeans', value as ConsentMeans | null)}
        />
        <TextInput label="Given by" description="Name of the person." {...texts('consentBy')} />
        <TextInput
          label="Given on"
          description="Date of the consent."
          type="date"
          {...texts('consentOn')}
        />
      </SimpleGrid>
      <Switch
        label="Published"
        description={
          mayPublish
            ? 'Requires a text and consent.'
            : 'An owner can publish it once it has a text and consent.'
        }
        checked={draft.isPublished}
        disabled={!mayPublish && !opened?.isPublished}
        onChange={(event) => set('isPublished', event.currentTarget.checked)}
      />
    </>
  );
}
