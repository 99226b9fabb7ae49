import { useEffect, useState } from 'react';

import { type FieldEntry, FieldList } from '~/web/admin/form/field-list';
import { MayChangeProvider, ReadOnly } from '~/web/admin/form/read-only';
import { RecordForm } from '~/web/admin/form/record-form';
import { type RecordForm as Form, useRecordForm } from '~/web/admin/form/use-record-form';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import type { Schema } from '~/web/lib/form-errors';
import { useRefresh } from '~/web/shell/live';

/** A record's values, and the version that a save expects. */
export interface StoredClient<Draft> {
  values: Draft;
  version?: string;
}

/** Form on the page of a client. Without unsaved changes, it always shows the current record. */
export function ClientForm<Draft extends object>(props: {
  /** Name under which unsaved input is stored. */
  name: string;
  stored: StoredClient<Draft>;
  schema: Schema<unknown>;
  save(draft: Draft, opened: StoredClient<Draft>, isOverwriting: boolean): Promise<unknown>;
  done: string;
  failed: string;
  mayChange: boolean;
  refetch(): Promise<{ error: unknown }>;
  fields(form: Form<Draft>): FieldEntry<Draft>[];
}) {
  const { stored, failed } = props;
  const refresh = useRefresh();
  const [opened, setOpened] = useState(stored);
  const form = useRecordForm<Draft>({
    keeping: props.name,
    initial: opened.values,
    schema: props.schema,
    save: async (draft, isOverwriting) => {
      await props.save(draft, opened, isOverwriting);
      notifyDone(props.done);
      await refresh();
    },
    onFailed: (error) => notifyFailed(error, failed),
  });
  const isNewer = JSON.stringify(stored) !== JSON.stringify(opened);
  useEffect(() => {
    if (!isNewer || form.isDirty) return;
    setOpened(stored);
    form.reset(stored.values);
  });
  const showTheirs = async () => {
    const { error } = await props.refetch();
    // The input is discarded only after the other version was loaded.
    if (error) notifyFailed(error, 'Failed to load');
    else form.reset(opened.values);
  };
  return (
    <MayChangeProvider value={props.mayChange}>
      <RecordForm form={form} submitLabel="Save" onReload={() => void showTheirs()}>
        <ReadOnly>
          <FieldList form={form} fields={props.fields(form)} />
        </ReadOnly>
      </RecordForm>
    </MayChangeProvider>
  );
}
