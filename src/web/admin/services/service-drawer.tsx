import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type AdminService, serviceFieldsSchema } from '~/contract/services-form-schema';
import { Loaded, RecordDrawer } from '../record/record-drawer';
import { RecordForm } from '../record/record-form';
import { useRecordForm } from '../record/use-record-form';
import { tellDone } from '../ui/notices';
import { draftOf, emptyDraft, fieldsOf } from './service-draft';
import { ServiceFields } from './service-fields';
import { useServiceActions } from './use-service-actions';

/** A service in full; `new` for one that is to be. */
export function ServiceDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const isNew = id === 'new';
  const query = useQuery(
    api.admin.services.get.queryOptions({ id: Number(id) }, { enabled: !isNew }),
  );
  const [version, setVersion] = useState(0);
  const reload = async () => {
    await query.refetch();
    setVersion((before) => before + 1);
  };
  return (
    <RecordDrawer
      title={isNew ? 'New service' : (query.data?.name ?? 'Service')}
      size="52rem"
      onClose={onClose}
    >
      {isNew ? (
        <ServiceForm onClose={onClose} onReload={reload} />
      ) : (
        <Loaded query={query}>
          {(service) => (
            <ServiceForm key={version} service={service} onClose={onClose} onReload={reload} />
          )}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function ServiceForm(props: { service?: AdminService; onClose(): void; onReload(): void }) {
  const { client } = useRouter().options.context;
  // As it was when it was opened: what arrives meanwhile does not change what is being typed.
  const [service] = useState(props.service);
  const actions = useServiceActions();
  const form = useRecordForm({
    initial: service ? draftOf(service) : emptyDraft,
    schema: serviceFieldsSchema,
    save: async (draft, overwrite) => {
      const fields = fieldsOf(draft);
      if (service) {
        await client.admin.services.update.mutate({
          ...fields,
          id: service.id,
          ...(!overwrite && { expectedUpdatedAt: service.updatedAt }),
        });
      } else await client.admin.services.create.mutate(fields);
      tellDone(service ? 'Service updated successfully' : 'Service created successfully');
      props.onClose();
      await actions.refresh();
    },
    onFailed: (error) => actions.failed(error, service ? 'update' : 'create'),
  });
  return (
    <RecordForm
      form={form}
      submitLabel={service ? 'Save' : 'Create service'}
      onCancel={props.onClose}
      onReload={props.onReload}
    >
      <ServiceFields form={form} />
    </RecordForm>
  );
}
