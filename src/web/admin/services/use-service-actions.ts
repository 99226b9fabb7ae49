import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '../record/use-record-actions';
import { tellDone } from '../ui/notices';

export function useServiceActions() {
  const { api, client } = useRouter().options.context;
  const refresh = () =>
    Promise.all([
      api.admin.services.invalidate(),
      api.admin.overview.invalidate(),
      api.services.invalidate(),
    ]);
  const actions = useRecordActions({
    noun: 'Service',
    remove: (id) => client.admin.services.remove.mutate({ id }),
    restore: (id) => client.admin.services.restore.mutate({ id }),
    refresh,
  });

  return {
    ...actions,
    refresh,

    toggle: async (id: number, change: { isActive?: boolean; featured?: boolean }) => {
      try {
        await client.admin.services.update.mutate({ id, ...change });
        tellDone('Service updated successfully');
      } catch (error) {
        actions.failed(error, 'update');
      } finally {
        await refresh();
      }
    },

    reorder: async (ids: number[]): Promise<boolean> => {
      try {
        await client.admin.services.reorder.mutate({ ids });
        tellDone('The order was saved');
        return true;
      } catch (error) {
        actions.failed(error, 'order');
        return false;
      } finally {
        await refresh();
      }
    },
  };
}
