import type { ComponentType } from 'react';

import { RecordPage, useBackToList } from '~/web/admin/ui/record-page';
import { EditedRecord, type Editing, type RecordQuery } from './editor-drawer';

const nothing = { data: { row: undefined }, error: null, refetch: () => undefined };

/** Page with the form of a row, which renders the heading. */
export function EditorPage<Row>(props: {
  /** Id of the row; `new` for a new one. */
  id: string;
  /** Name of the list, such as 'All invoices'. */
  list: string;
  /** Heading until the row is loaded. */
  title: string;
  query: RecordQuery<Row>;
  form: ComponentType<Editing<Row>>;
}) {
  const { id, list, title, query, form } = props;
  const goBack = useBackToList();
  const { data, error, refetch } = query;
  return (
    <RecordPage<{ row: Row | undefined }>
      list={list}
      title={title}
      query={id === 'new' ? nothing : { data: data && { row: data }, error, refetch }}
    >
      {({ row }) => <EditedRecord row={row} query={query} form={form} onClose={goBack} />}
    </RecordPage>
  );
}
