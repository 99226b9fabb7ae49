import { useRouter } from '@tanstack/react-router';

import { type AdminService, serviceFieldsSchema } from '~/contract/services/services-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useQuery } from '~/web/lib/queries';
import { draftOf, emptyDraft, fieldsOf } from './service-draft';
import { ServiceFields } from './service-fields';
import { useServiceActions } from './use-service-actions';

/** Form of a service. The id is `new` for a new service. */
export function ServiceDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.services.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="service"
      nameOf={({ name }) => name}
      query={query}
      form={ServiceForm}
      size="52rem"
      onClose={onClose}
    />
  );
}

function ServiceForm({ opened, ...frame }: Editing<AdminService>) {
  const actions = useServiceActions();
  const form = useRecordForm({
    keeping: keepingOf('service', opened),
    initial: opened ? draftOf(opened) : emptyDraft,
    schema: serviceFieldsSchema,
    save: (draft, overwrite) => actions.save(fieldsOf(draft), { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  return (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create service'} {...frame}>
      <ServiceFields form={form} />
    </RecordForm>
  );
}
