import { Select } from '@mantine/core';
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
import { FieldList } from '~/web/admin/form/field-list';
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

/** Fields of a testimonial. @param opened as stored; undefined for a new one */
export function TestimonialFields(props: {
  form: Form<TestimonialDraft>;
  opened?: AdminTestimonial;
}) {
  const { form, opened } = props;
  const { draft, set, errorOf } = form;
  const { api } = useRouter().options.context;
  const { data: items } = useQuery(api.portfolio.cards.queryOptions());
  const mayPublish = useCan()('testimonials.publish');
  const isTheirs = Boolean(opened?.givenAt);
  // Consent by link can only be given at the link.
  const means = consentMeans.filter((one) => one !== 'link' || opened?.consentMeans === 'link');
  return (
    <FieldList
      form={form}
      fields={[
        {
          kind: 'area',
          name: 'words',
          label: 'Testimonial',
          required: !opened,
          minRows: 4,
          readOnly: isTheirs,
          description: isTheirs && 'As written by the client, who can edit it via their link.',
        },
        [
          { name: 'name', label: 'Name', required: true, readOnly: isTheirs },
          { name: 'role', label: 'Role', readOnly: isTheirs },
          { name: 'company', label: 'Company', readOnly: isTheirs },
        ],
        [
          <Select
            key="project"
            label="Project"
            description="Also shown on the project’s page."
            placeholder="None in particular"
            clearable
            searchable
            data={(items ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
            value={draft.portfolioId === null ? null : String(draft.portfolioId)}
            error={errorOf('portfolioId')}
            onChange={(value) => set('portfolioId', value === null ? null : Number(value))}
          />,
          {
            name: 'email',
            label: 'Email',
            description: 'Never shown. Used to delete this with the person’s data.',
            type: 'email',
          },
        ],
        [
          <Select
            key="consent"
            label="Consent"
            description="How the person gave consent."
            placeholder="None"
            clearable
            data={means.map((value) => ({ value, label: consentLabels[value] }))}
            value={draft.consentMeans}
            error={errorOf('consentMeans')}
            onChange={(value) => set('consentMeans', value as ConsentMeans | null)}
          />,
          { name: 'consentBy', label: 'Given by', description: 'Name of the person.' },
          {
            name: 'consentOn',
            label: 'Given on',
            description: 'Date of the consent.',
            type: 'date',
          },
        ],
        {
          kind: 'switch',
          name: 'isPublished',
          label: 'Published',
          description: mayPublish
            ? 'Requires a text and consent.'
            : 'An owner can publish it once it has a text and consent.',
          disabled: !mayPublish && !opened?.isPublished,
        },
      ]}
    />
  );
}
