import { type ComponentType, useState } from 'react';

import { KeepView } from '~/web/admin/form/kept-view';
import { notifyFailed } from '~/web/admin/ui/notices';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';

/** How a record is read that is to be changed: anew, since what is left of an earlier look may be older than what others saved. */
export const toEdit = (id: string) => ({ enabled: id !== 'new', gcTime: 0 });

/** The props that the drawer passes to the form of a record. */
export interface Editing<Row> {
  /** The record as it was opened; undefined for a new one. */
  opened?: Row;
  onClose(): void;
  /** Shows the other admin's version in place of what was typed. */
  onReload(): void;
}

interface EditorDrawerProps<Row> {
  /** `new` for one that is to be. */
  id: string;
  /** Within sentences, such as 'service'. */
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

/** A record in full, to be changed or to be made. */
export function EditorDrawer<Row>(props: EditorDrawerProps<Row>) {
  const { id, noun, nameOf, query, form: Form, size, onClose } = props;
  // What was read again: the query itself hears of it only after this has been drawn.
  const [reloaded, setReloaded] = useState<{ row: Row; version: number }>();
  const reload = async () => {
    const { data, error } = await query.refetch();
    // The input is discarded only once the other version has loaded.
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

/** Keeps the row as opened, so that a refetch does not change the input. */
function AsOpened<Row>(props: { row: Row; form: ComponentType<Editing<Row>> } & Editing<Row>) {
  const { row, form: Form, ...frame } = props;
  const [opened] = useState(row);
  return <Form {...frame} opened={opened} />;
}
