import { tellDeleted, tellDone, tellFailed } from '../ui/notices';

/** What can be done to a record beside its form; each tells how it went. */
export function useRecordActions(options: {
  /** As it begins sentences, such as 'Service'. */
  noun: string;
  remove(id: number): Promise<unknown>;
  restore(id: number): Promise<unknown>;
  /** Reads again what was changed. */
  refresh(): Promise<unknown>;
  /** Whether the toast says what the server said, or that it failed. */
  saysWhy?: boolean;
}) {
  const { noun, remove, restore, refresh, saysWhy = false } = options;
  const failed = (error: unknown, verb: string) => {
    const said = `Failed to ${verb} ${noun.toLowerCase()}`;
    tellFailed(error, said, saysWhy ? undefined : said);
  };

  const bringBack = async (id: number) => {
    try {
      await restore(id);
      tellDone(`${noun} restored successfully`);
    } catch (error) {
      failed(error, 'restore');
    } finally {
      await refresh();
    }
  };

  return {
    failed,
    bringBack,
    /** Asks nothing: the toast takes it back. */
    remove: async (id: number): Promise<boolean> => {
      try {
        await remove(id);
        tellDeleted(`${noun} deleted successfully`, () => void bringBack(id));
        return true;
      } catch (error) {
        failed(error, 'delete');
        return false;
      } finally {
        await refresh();
      }
    },
  };
}
