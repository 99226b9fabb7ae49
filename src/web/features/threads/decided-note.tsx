import { ResultNote } from '~/web/ui/result-note';
import type { Decision } from './viewed-files';

/** Result of a decision, shown in place of the buttons. */
export function DecidedNote({ name, decision }: { name: string; decision: Decision }) {
  return decision === 'approved' ? (
    <ResultNote title="Approved">
      <p>
        <bdi>{name}</bdi> is approved.
      </p>
    </ResultNote>
  ) : (
    <ResultNote title="Changes requested" tone="info">
      <p>
        We’ll read your comment on <bdi>{name}</bdi> and send a new version here.
      </p>
    </ResultNote>
  );
}
