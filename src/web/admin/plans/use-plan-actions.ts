import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '../record/use-record-actions';
import { tellDone } from '../ui/notices';

export function usePlanActions() {
  const { api, client } = useRouter().options.context;
  const refresh = () =>
    Promise.all([
      api.admin.plans.invalidate(),
      api.admin.overview.invalidate(),
      api.plans.invalidate(),
    ]);
  const actions = useRecordActions({
    noun: 'Plan',
    remove: (id) => client.admin.plans.remove.mutate({ id }),
    restore: (id) => client.admin.plans.restore.mutate({ id }),
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
    toggle: (id: number, isActive: boolean) =>
      tried(() => client.admin.plans.update.mutate({ id, isActive }), 'Plan updated successfully'),
    reorder: (ids: number[]) =>
      tried(() => client.admin.plans.reorder.mutate({ ids }), 'The order was saved'),
  };
}
