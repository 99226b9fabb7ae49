import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { contentTypes } from '~/contract/content/content-types';
import { askedFields } from '~/contract/forms/forms';
import type { AdminForm } from '~/contract/forms/forms-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { emptyDraft } from './form-draft';
import { FormDrawer } from './form-drawer';
import { FormFields } from './form-fields';
import { useFormActions } from './use-form-actions';

const { statuses } = contentTypes.forms;

const list = { statuses, sorts: ['name', 'updatedAt'] } as const;

const loadForms: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.forms.page.queryOptions(listRequestOf(search, list)));

function SectionForms() {
  const { api, client } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.forms.page.queryOptions(request, untilItComes));
  const actions = useFormActions();

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
      accessor: 'updatedAt',
      title: 'Changed',
      visibleMediaQuery: shownFrom.tablet,
      sortable: true,
      render: (form) => <When at={form.updatedAt} />,
    },
  ];

  return (
    <ContentSection
      title={contentTypes.forms.section}
      note="Forms of your own. Pages show them in a block, and what is sent by them is in the inbox. The quote and contact forms are in Settings."
      addLabel="New form"
      nameOf={({ name }) => name}
      actions={actions}
      permission={contentTypes.forms.permissions.write}
      order={{
        title: 'Order of the forms',
        load: () => client.admin.forms.page.query({}),
        reorder: api.admin.forms.reorder,
      }}
      drawer={FormDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['answers', 'updatedAt'] }}
      statuses={statuses}
      searchLabel="Search forms"
      emptyText="No forms of your own yet"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionForms,
  load: loadForms,
  form: contentForm(emptyDraft, FormFields),
};
