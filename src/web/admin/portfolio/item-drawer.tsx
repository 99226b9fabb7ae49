import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type AdminPortfolioItem, portfolioFieldsSchema } from '~/contract/portfolio-form-schema';
import { Loaded, RecordDrawer } from '../record/record-drawer';
import { RecordForm } from '../record/record-form';
import { useRecordForm } from '../record/use-record-form';
import { tellDone } from '../ui/notices';
import { draftOf, emptyDraft } from './item-draft';
import { ItemFields } from './item-fields';
import { useItemActions } from './use-item-actions';

/** A piece of work in full; `new` for one that is to be. */
export function ItemDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const isNew = id === 'new';
  const query = useQuery(
    api.admin.portfolio.get.queryOptions({ id: Number(id) }, { enabled: !isNew }),
  );
  const [version, setVersion] = useState(0);
  const reload = async () => {
    await query.refetch();
    setVersion((before) => before + 1);
  };
  return (
    <RecordDrawer
      title={isNew ? 'New project' : (query.data?.title ?? 'Project')}
      size="52rem"
      onClose={onClose}
    >
      {isNew ? (
        <ItemForm onClose={onClose} onReload={reload} />
      ) : (
        <Loaded query={query}>
          {(item) => <ItemForm key={version} item={item} onClose={onClose} onReload={reload} />}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function ItemForm(props: { item?: AdminPortfolioItem; onClose(): void; onReload(): void }) {
  const { client } = useRouter().options.context;
  // As it was when it was opened: what arrives meanwhile does not change what is being typed.
  const [item] = useState(props.item);
  const actions = useItemActions();
  const form = useRecordForm({
    initial: item ? draftOf(item) : emptyDraft,
    schema: portfolioFieldsSchema,
    save: async (draft, overwrite) => {
      if (item) {
        await client.admin.portfolio.update.mutate({
          ...draft,
          id: item.id,
          ...(!overwrite && { expectedUpdatedAt: item.updatedAt }),
        });
      } else await client.admin.portfolio.create.mutate(draft);
      tellDone(
        item ? 'Portfolio item updated successfully' : 'Portfolio item created successfully',
      );
      props.onClose();
      await actions.refresh();
    },
    onFailed: (error) => actions.failed(error, item ? 'update' : 'create'),
  });
  return (
    <RecordForm
      form={form}
      submitLabel={item ? 'Save' : 'Create project'}
      onCancel={props.onClose}
      onReload={props.onReload}
    >
      <ItemFields form={form} isNew={!item} />
    </RecordForm>
  );
}
