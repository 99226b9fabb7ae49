import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { type AdminForm, formFieldsSchema } from '~/contract/forms/forms-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { SitePreview } from '~/web/admin/form/site-preview';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { Notice } from '~/web/admin/ui/notice';
import { useQuery } from '~/web/lib/queries';
import { draftOf, emptyDraft, type FormDraft } from './form-draft';
import { AnsweredProvider, FormFields } from './form-fields';
import { useFormActions } from './use-form-actions';
import { usedWords } from './used-by';

/** Editor of a form with a preview. The id is `new` for a new form. */
export function FormDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.forms.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="form"
      nameOf={({ name }) => name}
      query={query}
      form={FormForm}
      size="96rem"
      onClose={onClose}
    />
  );
}

function FormForm({ opened, ...frame }: Editing<AdminForm>) {
  const actions = useFormActions();
  const form = useRecordForm<FormDraft>({
    keeping: keepingOf('form', opened),
    initial: opened ? draftOf(opened) : emptyDraft,
    schema: formFieldsSchema,
    save: (draft, overwrite) => actions.save(draft, { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  const { name, fields, confirmation } = form.draft;
  const preview = useMemo(
    () => ({
      page: {
        title: name,
        blocks: [
          { type: 'form', title: '', text: '', formId: 0, draft: { name, fields, confirmation } },
        ],
      },
    }),
    [name, fields, confirmation],
  );
  const count = opened?.answers ?? 0;
  return (
    <div className="with-preview">
      <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create form'} {...frame}>
        {opened && (
          <Text fz="sm" c="dimmed">
            {usedWords(opened.usedBy) ||
              'Not used yet. Add it to a page with a form block, or select it as the brief of a service.'}
          </Text>
        )}
        <Text fz="sm" c="dimmed">
          Once saved, anyone can submit this form over the API, even before a page shows it.
        </Text>
        {count > 0 && (
          <Notice tone="info">
            It was submitted {count === 1 ? 'once' : `${count} times`}. You can archive fields that
            have answers; the answers are kept.
          </Notice>
        )}
        <AnsweredProvider value={opened?.answeredKeys ?? []}>
          <FormFields form={form} />
        </AnsweredProvider>
      </RecordForm>
      <SitePreview path="/form-preview" draft={preview} />
    </div>
  );
}
