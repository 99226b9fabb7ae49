import { Alert, Tabs } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import {
  type AdminCustomPage,
  customPageFieldsSchema,
} from '~/contract/custom-pages/custom-pages-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { useKeptView } from '~/web/admin/form/kept-view';
import { RecordForm } from '~/web/admin/form/record-form';
import { SitePreview } from '~/web/admin/form/site-preview';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useQuery } from '~/web/lib/queries';
import { draftOf, emptyDraft, fieldsOf, type PageDraft } from './page-draft';
import { PageFields } from './page-fields';
import { PageVersions } from './page-versions';
import { PreviewLink } from './preview-link';
import { usePageActions } from './use-page-actions';

/** Editor of a page with a preview. The id is `new` for a new page. */
export function PageDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.customPages.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="page"
      nameOf={({ title }) => title}
      query={query}
      form={PageForm}
      size="96rem"
      onClose={onClose}
    />
  );
}

function PageForm({ opened, ...frame }: Editing<AdminCustomPage>) {
  const actions = usePageActions();
  const [part, keepPart] = useKeptView<string>('part');
  const { openRecord } = useAdminSearch();
  const form = useRecordForm<PageDraft>({
    keeping: keepingOf('page', opened),
    initial: opened ? draftOf(opened) : emptyDraft,
    schema: schemaOf(opened),
    save: (draft, overwrite) =>
      actions.save(fieldsOf(draft, opened), { opened, overwrite }, (saved) => {
        // The drawer stays open after saving, because pages are edited in many steps.
        if (opened) frame.onReload();
        else void openRecord(String((saved as AdminCustomPage).id));
      }),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  const { title, blocks } = form.draft;
  const preview = useMemo(() => ({ page: { title, blocks } }), [title, blocks]);
  const missing = opened?.missingPictures.length ?? 0;
  return (
    <div className="with-preview">
      <div>
        {missing > 0 && (
          <Alert color="yellow" mb="md" title="Pictures are missing">
            {missing === 1 ? 'One picture' : `${missing} pictures`} of this page{' '}
            {missing === 1 ? 'was' : 'were'} deleted. Visitors don’t see these blocks. Please choose
            other pictures.
          </Alert>
        )}
        <Tabs
          defaultValue={part ?? 'edit'}
          onChange={(value) => keepPart(value ?? 'edit')}
          keepMounted={false}
        >
          {opened && (
            <Tabs.List mb="md" aria-label="Parts of the page">
              <Tabs.Tab value="edit">Edit</Tabs.Tab>
              <Tabs.Tab value="versions">Versions</Tabs.Tab>
            </Tabs.List>
          )}
          <Tabs.Panel value="edit" keepMounted>
            <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create page'} {...frame}>
              <PageFields form={form} isPublic={opened?.status === 'published'} />
              {opened && <PreviewLink page={opened} />}
            </RecordForm>
          </Tabs.Panel>
          {opened && (
            <Tabs.Panel value="versions">
              <PageVersions page={opened} isDirty={form.isDirty} onRestored={frame.onReload} />
            </Tabs.Panel>
          )}
        </Tabs>
      </div>
      <SitePreview path={`/${opened?.slug ?? 'page'}`} draft={preview} />
    </div>
  );
}

/** Returns a schema that validates the draft with the server's rules. */
function schemaOf(opened: AdminCustomPage | undefined) {
  return {
    safeParse: (draft: unknown) =>
      customPageFieldsSchema.safeParse(fieldsOf(draft as PageDraft, opened)),
  };
}
