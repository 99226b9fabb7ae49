import { Blockquote, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import {
  type AdminTestimonial,
  testimonialChangeSchema,
  testimonialFieldsSchema,
} from '~/contract/testimonials/testimonials-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { Notice } from '~/web/admin/ui/notice';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { emptyDraft, type TestimonialDraft, TestimonialFields } from './testimonial-fields';
import { useTestimonialActions } from './use-testimonial-actions';

function draftOf(row: AdminTestimonial): TestimonialDraft {
  const { words, name, role, company, portfolioId, email, isPublished } = row;
  const { consentMeans, consentBy } = row;
  return {
    ...{ words, name, role, company, portfolioId, email, isPublished, consentMeans, consentBy },
    consentOn: row.consentOn ?? '',
  };
}

/** Form of a testimonial. The id is `new` for a new one. */
export function TestimonialDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.testimonials.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="testimonial"
      nameOf={({ name }) => name}
      query={query}
      form={TestimonialForm}
      size="48rem"
      onClose={onClose}
    />
  );
}

function TestimonialForm({ opened, ...frame }: Editing<AdminTestimonial>) {
  const actions = useTestimonialActions();
  const form = useRecordForm({
    keeping: keepingOf('testimonial', opened),
    initial: opened ? draftOf(opened) : emptyDraft,
    // A requested testimonial has no text yet, but can already be assigned to a portfolio item.
    schema: opened ? testimonialChangeSchema : testimonialFieldsSchema,
    save: (draft, overwrite) => actions.save(draft, { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  return (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Add testimonial'} {...frame}>
      {opened && <ConsentState row={opened} />}
      <TestimonialFields form={form} {...(opened && { opened })} />
    </RecordForm>
  );
}

/** Shows the state of the consent, and the next step. */
function ConsentState({ row }: { row: AdminTestimonial }) {
  if (row.status === 'waits_for_you') {
    return (
      <Notice tone="wait" title="Ready for review">
        {row.givenAt && (
          <Text fz="sm">
            Sent via the link, <When at={row.givenAt} />.
          </Text>
        )}
        <Text fz="sm">Visitors see it after you publish it.</Text>
        {row.consentText && (
          <Blockquote p="xs" mt="xs" fz="sm">
            {row.consentText}
          </Blockquote>
        )}
      </Notice>
    );
  }
  if (row.status === 'asked' && row.askedAt) {
    return (
      <Notice tone="info">
        Link sent <When at={row.askedAt} />. No reply yet.
      </Notice>
    );
  }
  if (row.status === 'consent_withdrawn' && row.withdrawnAt) {
    return (
      <Notice tone="bad" title="Consent withdrawn">
        <When at={row.withdrawnAt} />. It is hidden, and you can publish it again only with new
        consent.
      </Notice>
    );
  }
  if (row.status === 'published' && row.consentText) {
    return (
      <Notice tone="good" title="Published">
        {row.consentBy} agreed via the link: “{row.consentText}”
      </Notice>
    );
  }
  return null;
}
