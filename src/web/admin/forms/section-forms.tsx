import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';

import { contentTypes } from '~/contract/content/content-types';
import { askedFields } from '~/contract/forms/forms';
import type { AdminForm } from '~/contract/forms/forms-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { forThisVisit, type SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { DeleteForm } from './delete-form';
import { emptyDraft } from './form-draft';
import { FormDrawer } from './form-drawer';
import { FormFields } from './form-fields';
import { useFormActions } from './use-form-actions';
import { usedWords } from './used-by';

const { statuses } = contentTypes.forms;

const list = { statuses, sorts: ['name', 'updatedAt'] } as const;

const loadForms: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(
    api.admin.forms.page.queryOptions(listRequestOf(search, list), forThisVisit),
  );

function SectionForms() {
  const { api, client } = useRouter().options.context;
  const request = useListRequest(list);
  // Refetches the list at each visit, because pages and services that use a form are changed elsewhere.
  const page = useQuery(api.admin.forms.page.queryOptions(request, { ...untilItComes, gcTime: 0 }));
  const actions = useFormActions();
  const [asked, setAsked] = useState<AdminForm>();

  /** Deletes an unused form immediately. Asks for a confirmation before deleting one that is in use. */
  const remove = async (id: number) => {
    const shown = page.data?.rows.find((row) => row.id === id);
    // Another admin may have added the form to a page since the list was read.
    const form = await client.admin.forms.get.query({ id }).catch(() => shown);
    if (form && form.usedBy.length > 0) setAsked(form);
    else actions.remove(id);
  };

  const columns: DataTableColumn<AdminForm>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (form) => <RowLink id={form.id}>{form.name}</RowLink>,
    },
    {
      accessor: 'fields',
      title: 'Fields',
      textAlign: 'right',
      visibleMediaQuery: shownFrom.desk,
      render: ({ fields }) => askedFields(fields).length,
    },
    {
      accessor: 'answers',
      title: 'Sent',
      textAlign: 'right',
      visibleMediaQuery: shownFrom.tablet,
      render: ({ answers }) => answers,
    },
    {
      accessor: 'usedBy',
      title: 'Used',
      // The text wraps, because the list of uses can be long.
      noWrap: false,
      visibleMediaQuery: shownFrom.tablet,
      render: ({ usedBy }) => usedWords(usedBy) || 'Nowhere',
    },
    {
      accessor: 'updatedAt',
      title: 'Changed',
      visibleMediaQuery: shownFrom.tablet,
      sortable: true,
      render: (form) => <When at={form.updatedAt} />,
    },
  ];

  return (
    <>
      <ContentSection
        title={contentTypes.forms.section}
        addLabel="New form"
        nameOf={({ name }) => name}
        actions={{ ...actions, remove: (id) => void remove(id) }}
        permission={contentTypes.forms.permissions.write}
        order={{
          title: 'Order of forms',
          load: () => client.admin.forms.page.query({}),
          reorder: api.admin.forms.reorder,
        }}
        drawer={FormDrawer}
        page={page}
        columns={columns}
        card={{ facts: ['answers', 'usedBy'] }}
        statuses={statuses}
        searchLabel="Search forms"
        emptyText={
          !request.search && page.data?.counts.trash ? 'All forms are in the trash' : 'No forms yet'
        }
      />
      {asked && (
        <DeleteForm
          form={asked}
          onClose={() => setAsked(undefined)}
          onDelete={() => actions.remove(asked.id)}
        />
      )}
    </>
  );
}

export const section: ContentSectionCode = {
  Section: SectionForms,
  load: loadForms,
  form: contentForm(emptyDraft, FormFields),
};
