import { useRouter } from '@tanstack/react-router';

import {
  type AdminPortfolioItem,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useQuery } from '~/web/lib/queries';
import { draftOf, emptyDraft } from './item-draft';
import { ItemFields } from './item-fields';
import { useItemActions } from './use-item-actions';

/** Form of a portfolio item. The id is `new` for a new item. */
export function ItemDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.portfolio.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="project"
      nameOf={({ title }) => title}
      query={query}
      form={ItemForm}
      size="52rem"
      onClose={onClose}
    />
  );
}

function ItemForm({ opened, ...frame }: Editing<AdminPortfolioItem>) {
  const actions = useItemActions();
  const form = useRecordForm({
    keeping: keepingOf('portfolio item', opened),
    initial: opened ? draftOf(opened) : emptyDraft,
    schema: portfolioFieldsSchema,
    save: (draft, overwrite) => actions.save(draft, { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  return (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create project'} {...frame}>
      <ItemFields form={form} isNew={!opened} />
    </RecordForm>
  );
}
