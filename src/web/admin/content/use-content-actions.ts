import { deleted, notifyDone, notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { useRefresh } from '~/web/shell/live';
import { outcome } from '~/web/ui/outcome';
import type { ToastContent } from '~/web/ui/toast-store';

/** Procedures that all content types have. */
interface ContentProcedures<Fields, Changes> {
  create: MutationProcedure<Fields>;
  update: MutationProcedure<Changes & { id: number; expectedUpdatedAt?: string }>;
  remove: MutationProcedure<{ id: number }>;
  restore: MutationProcedure<{ id: number }>;
}

/** Mutations of a content type, with their notices; each refreshes the screens that show its records. */
export function useContentActions<Fields extends object, Changes extends object>(options: {
  /** Capitalized, such as 'Service'. */
  noun: string;
  procedures: ContentProcedures<Fields, Changes>;
  /** Cached data of the site's layout that names the records. */
  shownIn?: { invalidate(): Promise<unknown> };
  /** True if a failure shows the server's message; otherwise only that it failed. */
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

    /** Creates the record, or updates the opened one. Fails with 409 if that is newer, unless `overwrite` is set. */
    save: async (
      fields: Fields & Changes,
      {
        opened,
        overwrite,
      }: { opened?: { id: number; updatedAt: string } | undefined; overwrite: boolean },
      /** Called with the saved record. */
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
    /** Moves it to the trash without a confirmation; the notice offers Undo. */
    remove: (id: number) => removing.mutate({ id }),
    restore: (id: number) => restoring.mutate({ id }),
  };
}

/** Actions with the same types for every content type. */
export type RowChanges = Pick<
  ReturnType<typeof useContentActions>,
  'outcomeOf' | 'restore' | 'remove'
>;
