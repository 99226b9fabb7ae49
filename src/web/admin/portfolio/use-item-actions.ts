import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '../record/use-record-actions';
import { tellDone } from '../ui/notices';

export function useItemActions() {
  const { api, client } = useRouter().options.context;
  const refresh = () =>
    Promise.all([
      api.admin.portfolio.invalidate(),
      api.admin.overview.invalidate(),
      api.portfolio.invalidate(),
    ]);
  const actions = useRecordActions({
    noun: 'Portfolio item',
    remove: (id) => client.admin.portfolio.remove.mutate({ id }),
    restore: (id) => client.admin.portfolio.restore.mutate({ id }),
    refresh,
    saysWhy: true,
  });
  const tried = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await work();
      tellDone(done);
      return true;
    } catch (error) {
      actions.failed(error, 'update');
      return false;
    } finally {
      await refresh();
    }
  };

  return {
    ...actions,
    refresh,
    toggle: (id: number, featured: boolean) =>
      tried(
        () => client.admin.portfolio.update.mutate({ id, featured }),
        'Portfolio item updated successfully',
      ),
    reorder: (ids: number[]) =>
      tried(() => client.admin.portfolio.reorder.mutate({ ids }), 'The order was saved'),
  };
}
