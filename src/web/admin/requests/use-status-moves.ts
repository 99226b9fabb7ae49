import { useRef, useState } from 'react';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { RequestStatus } from '~/contract/requests/requests';
import { useRequestStatus } from '~/web/admin/documents/use-request-status';
import { notifyManager } from '~/web/lib/queries';

interface Move {
  title: string;
  from: RequestStatus;
  to: RequestStatus;
}

/**
 * Sets statuses at once on the screen, one after the other on the server; what is refused goes back. They are kept beside the query, since a
 * card that was let go must be at its new place in that same moment, which the cache is not.
 */
export function useStatusMoves() {
  const setStatus = useRequestStatus();
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());

  const forget = (id: number, move: Move) =>
    setMoves((all) => {
      // A later move of the same card stands.
      if (all.get(id) !== move) return all;
      const others = new Map(all);
      others.delete(id);
      return others;
    });

  async function save(id: number, move: Move) {
    if (!(await setStatus.change({ id, ...move }))) forget(id, move);
    // After the screen was told of what was read, else the card would be back where it came from for a moment.
    notifyManager.schedule(() => forget(id, move));
  }

  return {
    move(request: AdminRequestRow, to: RequestStatus) {
      const move = { title: request.title, from: request.status, to };
      setMoves((all) => new Map(all).set(request.id, move));
      queue.current = queue.current.then(() => save(request.id, move));
    },

    /** The rows as they are once all moves are saved. */
    apply: (rows: AdminRequestRow[]): AdminRequestRow[] =>
      rows.map((row) => {
        const move = moves.get(row.id);
        return move ? { ...row, status: move.to } : row;
      }),
  };
}
