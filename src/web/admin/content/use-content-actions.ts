import { useRouter } from '@tanstack/react-router';

import { notifyDeleted, notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { tried } from '~/web/admin/ui/tried';

/** A call that changes something. */
export interface Call<Input> {
  mutate: (input: Input) => Promise<unknown>;
}

/** Answers that are kept, and can be read again. */
export interface Kept {
  invalidate(): Promise<unknown>;
}

/** The calls of a noun whose records are all made, changed and deleted alike. */
interface ContentCalls<Fields, Changes> {
  create: Call<Fields>;
  update: Call<Changes & { id: number; expectedUpdatedAt?: string }>;
  remove: Call<{ id: number }>;
  restore: Call<{ id: number }>;
}

/** What can be done to the records of a noun; each tells how it went, and reads again what it changed. */
export function useContentActions<Fields extends object, Changes extends object>(options: {
  /** As it begins sentences, such as 'Service'. */
  noun: string;
  calls: ContentCalls<Fields, Changes>;
  /** What shows them, beside the dashboard: the panel's lists and the site's. */
  shownIn: Kept[];
  /** Whether the toast says what the server said, or that it failed. */
  saysWhy?: boolean;
}) {
  const { noun, calls, shownIn, saysWhy = false } = options;
  const { api } = useRouter().options.context;
  const refresh = () =>
    Promise.all([...shownIn, api.admin.overview].map((one) => one.invalidate()));
  const failed = (error: unknown, verb: string) => {
    const said = `Failed to ${verb} ${noun.toLowerCase()}`;
    notifyFailed(error, said, saysWhy ? undefined : said);
  };
  const attempt = (verb: string, done: string, work: () => Promise<unknown>) =>
    tried(work, { done, refresh, onFailed: (error) => failed(error, verb) });

  const bringBack = (id: number) =>
    attempt('restore', `${noun} restored successfully`, () => calls.restore.mutate({ id }));

  return {
    failed,
    attempt,
    bringBack,

    /** Makes the record, or changes the one that was opened; refused with 409 where it is newer, unless told to overwrite. */
    save: async (
      fields: Fields & Changes,
      {
        opened,
        overwrite,
      }: { opened?: { id: number; updatedAt: string } | undefined; overwrite: boolean },
      onSaved: () => void,
    ) => {
      if (opened) {
        const known = overwrite ? {} : { expectedUpdatedAt: opened.updatedAt };
        await calls.update.mutate({ ...fields, ...known, id: opened.id });
      } else await calls.create.mutate(fields);
      notifyDone(`${noun} ${opened ? 'updated' : 'created'} successfully`);
      onSaved();
      await refresh();
    },

    change: (id: number, part: Changes) =>
      attempt('update', `${noun} updated successfully`, () => calls.update.mutate({ ...part, id })),

    /** Asks nothing: the toast takes it back. */
    remove: async (id: number): Promise<void> => {
      try {
        await calls.remove.mutate({ id });
        notifyDeleted(`${noun} deleted successfully`, () => void bringBack(id));
      } catch (error) {
        failed(error, 'delete');
      } finally {
        await refresh();
      }
    },
  };
}

/** Those that are the same for every noun. */
export type RowChanges = Pick<
  ReturnType<typeof useContentActions>,
  'attempt' | 'bringBack' | 'remove'
>;
