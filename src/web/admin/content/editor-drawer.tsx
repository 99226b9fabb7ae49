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

interface EditorDrawerProps<Row> {
  /** Id of the row; `new` for a new one. */
  id: string;
  /** Noun within sentences, such as 'service'. */
  noun: string;
  nameOf(row: Row): string;
  query: {
    data: Row | undefined;
    error: unknown;
    refetch(): Promise<{ data: Row | undefined; error: unknown }>;
  };
  form: ComponentType<Editing<Row>>;
  size: string;
  onClose(): void;
}

/** Drawer with the form of a row. */
export function EditorDrawer<Row>(props: EditorDrawerProps<Row>) {
  const { id, noun, nameOf, query, form: Form, size, onClose } = props;
  // Data of the refetch, which the query result only contains after the next render.
  const [reloaded, setReloaded] = useState<{ row: Row; version: number }>();
  const reload = async () => {
    const { data, error } = await query.refetch();
    // The input is discarded only after the other version was loaded.
    if (error || !data) notifyFailed(error, 'Failed to load');
    else setReloaded((before) => ({ row: data, version: (before?.version ?? 0) + 1 }));
  };
  const frame = { onClose, onReload: () => void reload() };
  const isNew = id === 'new';
  const title = query.data ? nameOf(query.data) : noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <RecordDrawer title={isNew ? `New ${noun}` : title} size={size} onClose={onClose}>
      <KeepView>
        {isNew ? (
          <Form {...frame} />
        ) : (
          <Loaded query={query}>
            {(row) => (
              <AsOpened
                key={reloaded?.version ?? 0}
                row={reloaded?.row ?? row}
                form={Form}
                {...frame}
              />
            )}
          </Loaded>
        )}
      </KeepView>
    </RecordDrawer>
  );
}

/** Keeps the row as opened, so that a refetch does not affect the input. */
function AsOpened<Row>(props: { row: Row; form: ComponentType<Editing<Row>> } & Editing<Row>) {
  const { row, form: Form, ...frame } = props;
  const [opened] = useState(row);
  return <Form {...frame} opened={opened} />;
}
