import { type ComponentType, useState } from 'react';

import { KeepView } from '~/web/admin/form/kept-view';
import { notifyFailed } from '~/web/admin/ui/notices';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';

/** Returns the query for the row to edit. Bypasses the cache, which may be older than another admin's save. */
export const toEdit = (id: string) => ({ enabled: id !== 'new', gcTime: 0 });

/** Props that the drawer passes to a row's form. */
export interface Editing<Row> {
  /** The row as opened; undefined for a new one. */
  opened?: Row;
  onClose(): void;
  /** Discards the input and loads the other admin's version. */
  onReload(): void;
}

export interface RecordQuery<Row> {
  data: Row | undefined;
  error: unknown;
  refetch(): Promise<{ data: Row | undefined; error: unknown }>;
}

/** Drawer with the form of a row. */
export function EditorDrawer<Row>(props: {
  /** Id of the row; `new` for a new one. */
  id: string;
  /** Noun within sentences, such as 'service'. */
  noun: string;
  nameOf(row: Row): string;
  query: RecordQuery<Row>;
  form: ComponentType<Editing<Row>>;
  size: string;
  onClose(): void;
}) {
  const { id, noun, nameOf, size, ...edited } = props;
  const { query } = edited;
  const title = query.data ? nameOf(query.data) : noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <RecordDrawer title={id === 'new' ? `New ${noun}` : title} size={size} onClose={edited.onClose}>
      {id === 'new' ? (
        <EditedRecord row={undefined} {...edited} />
      ) : (
        <Loaded query={query}>{(row) => <EditedRecord row={row} {...edited} />}</Loaded>
      )}
    </RecordDrawer>
  );
}

/**
 * Form of a row, or of a new one. Keeps the row as it was when the form opened, so that a refetch
 * does not change the input.
 */
export function EditedRecord<Row>(props: {
  row: Row | undefined;
  query: RecordQuery<Row>;
  form: ComponentType<Editing<Row>>;
  onClose(): void;
}) {
  const { row, query, form: Form, onClose } = props;
  const [opened, setOpened] = useState({ row, version: 0 });
  const reload = async () => {
    const { data, error } = await query.refetch();
    // The input is discarded only after the other version was loaded.
    if (error || !data) notifyFailed(error, 'Failed to load');
    else setOpened(({ version }) => ({ row: data, version: version + 1 }));
  };
  return (
    <KeepView>
      <Form
        key={opened.version}
        {...(opened.row !== undefined && { opened: opened.row })}
        onClose={onClose}
        onReload={() => void reload()}
      />
    </KeepView>
  );
}
