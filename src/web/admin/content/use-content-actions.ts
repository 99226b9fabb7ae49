import { deleted, notifyDone, notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { useRefresh } from '~/web/shell/live';
import { outcome } from '~/web/ui/outcome';
import type { ToastContent } from '~/web/ui/toast-store';

/** Procedures of all content types. */
interface ContentProcedures<Fields, Changes> {
  create: MutationProcedure<Fields>;
  update: MutationProcedure<Changes & { id: number; expectedUpdatedAt?: string }>;
  remove: MutationProcedure<{ id: number }>;
  restore: MutationProcedure<{ id: number }>;
}

/**
 * Returns the mutations of a content type, including their toasts. Each mutation refreshes the
 * screens that show the type's rows.
 */
export function useContentActions<Fields extends object, Changes extends object>(options: {
  /** Capitalized noun, such as 'Service'. */
  noun: string;
  procedures: ContentProcedures<Fields, Changes>;
  /** Cached queries of the site's layout that contain the names of the rows. */
  shownIn?: { invalidate(): Promise<unknown> };
  /** True to show the server's error message instead of a generic one. */
  saysWhy?: boolean;
}) {
  const { noun, procedures, shownIn, saysWhy = false } = options;
  const readAgain = useRefresh();
  const refresh = () => Promise.all([readAgain(), shownIn?.invalidate()]);
  const failed = (error: unknown, verb: string) => {
    const text = `Failed to ${verb} ${noun.toLowerCase()}`;
    notifyFailed(error, text, saysWhy ? undefined : text);
  };
  const outcomeOf = <Input>(
    verb: string,
    done: ToastContent | ((output: unknown, input: Input) => ToastContent),
  ) => ({
    ...outcome<unknown, Input>({ done, failed: (error: unknown) => failed(error, verb) }),
    onSettled: () => shownIn?.invalidate(),
  });

  const { create, update, remove, restore } = procedures;
  const creating = useMutation(create.mutationOptions());
  const updating = useMutation(update.mutationOptions());
  const changing = useMutation({
    ...update.mutationOptions(),
    ...outcomeOf('update', success(`${noun} updated successfully`)),
  });
  const restoring = useMutation({
    ...restore.mutationOptions(),
    ...outcomeOf('restore', success(`${noun} restored successfully`)),
  });
  const removing = useMutation({
    ...remove.mutationOptions(),
    ...outcomeOf('delete', (_, input: { id: number }) =>
      deleted(`${noun} deleted successfully`, () => restoring.mutate(input)),
    ),
  });

  return {
    failed,
    refresh,
    outcomeOf,

    /** Creates a row, or updates the opened one. Fails with 409 if the row has changed since, unless `overwrite` is set. */
    save: async (
      fields: Fields & Changes,
      {
        opened,
        overwrite,
      }: { opened?: { id: number; updatedAt: string } | undefined; overwrite: boolean },
      /** Called with the saved row. */
      onSaved: (row: unknown) => void,
    ) => {
      let row: unknown;
      if (opened) {
        const known = overwrite ? {} : { expectedUpdatedAt: opened.updatedAt };
        row = await updating.mutateAsync({ ...fields, ...known, id: opened.id });
      } else row = await creating.mutateAsync(fields);
      notifyDone(`${noun} ${opened ? 'updated' : 'created'} successfully`);
      onSaved(row);
      await refresh();
    },

    change: (id: number, part: Changes) => changing.mutate({ ...part, id }),
    /** Moves a row to the trash without a confirmation, and shows a toast that offers Undo. */
    remove: (id: number) => removing.mutate({ id }),
    restore: (id: number) => restoring.mutate({ id }),
  };
}

/** Actions on rows, with the same types for every content type. */
export type RowChanges = Pick<
  ReturnType<typeof useContentActions>,
  'outcomeOf' | 'restore' | 'remove'
>;
