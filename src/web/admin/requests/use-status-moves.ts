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
 * Sets statuses optimistically, and saves them one after the other. Rejected changes are reverted. The statuses are stored
 * separately from the query, because a dropped card must be in its new place immediately, which the cache cannot guarantee.
 */
export function useStatusMoves() {
  const setStatus = useRequestStatus();
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());

  const forget = (id: number, move: Move) =>
    setMoves((all) => {
      // A later move of the same card takes precedence.
      if (all.get(id) !== move) return all;
      const others = new Map(all);
      others.delete(id);
      return others;
    });

  async function save(id: number, move: Move) {
    if (!(await setStatus.change({ id, ...move }))) forget(id, move);
    // Runs after the screen has rendered the refetched data, because the card would otherwise briefly jump back.
    notifyManager.schedule(() => forget(id, move));
  }

  return {
    move(request: AdminRequestRow, to: RequestStatus) {
      const move = { title: request.title, from: request.status, to };
      setMoves((all) => new Map(all).set(request.id, move));
      queue.current = queue.current.then(() => save(request.id, move));
    },

    /** Returns the rows as they will be once all moves are saved. */
    apply: (rows: AdminRequestRow[]): AdminRequestRow[] =>
      rows.map((row) => {
        const move = moves.get(row.id);
        return move ? { ...row, status: move.to } : row;
      }),
  };
}
