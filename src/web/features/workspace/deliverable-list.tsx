import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';

import { textMax } from '~/contract/common/limits';
import type { ThreadFile } from '~/contract/files/files-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { useMutation, useSuspenseQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { outcome } from '~/web/ui/outcome';
import styles from './beside.module.css';
import { FileLink } from './file-link';

/** Files that wait for the client's decision; nothing where none does. */
export function DeliverableList({ requestId }: { requestId: number }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.workspace.get.queryOptions({ id: requestId }));
  const waiting = data.deliverables.filter(({ deliverable }) => deliverable === 'waiting');
  if (waiting.length === 0 || data.status === 'cancelled') return null;
  return (
    <section className={styles.deliverables} aria-labelledby="deliverables-title">
      <h2 id="deliverables-title" className={styles.heading}>
        To be approved
      </h2>
      <p className={styles.lead}>
        {waiting.length === 1
          ? 'Look at it, then approve it or return it with what is to be changed.'
          : 'Look at each, then approve it or return it with what is to be changed.'}
      </p>
      <ul className={styles.cards}>
        {waiting.map((file) => (
          <Deliverable key={file.id} file={file} requestId={requestId} />
        ))}
      </ul>
    </section>
  );
}

function Deliverable({ file, requestId }: { file: ThreadFile; requestId: number }) {
  const { api } = useRouter().options.context;
  const [mode, setMode] = useState<'shown' | 'approving' | 'returning'>('shown');
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState('');
  const id = useId();

  const after = <Input,>(title: string, description: string, failed: string) =>
    outcome<unknown, Input>({
      done: { title, description },
      failed: (error) => setProblem(errorMessageOf(error) ?? failed),
      refresh: () =>
        Promise.all([
          api.workspace.get.invalidate({ id: requestId }),
          api.workspace.unread.invalidate(),
          api.requests.invalidate(),
          api.dashboard.invalidate(),
        ]),
    });
  const approve = useMutation({
    ...api.workspace.approve.mutationOptions(),
    ...after<{ id: number }>(
      'File Approved',
      `${file.name} is approved.`,
      'It could not be approved. Please try again.',
    ),
  });
  const giveBack = useMutation({
    ...api.workspace.returnFile.mutationOptions(),
    ...after<{ id: number; comment: string }>(
      'File Returned',
      'We read your comment and send a new version.',
      'It could not be returned. What you wrote is still here.',
    ),
  });
  const isPending = approve.isPending || giveBack.isPending;
  // A second press can come before what is pending is rendered.
  const isDeciding = useRef(false);
  function decide(send: () => Promise<unknown>) {
    if (isDeciding.current) return;
    isDeciding.current = true;
    // The mutation shows why it failed. What is decided stays so: no other press is taken.
    void send().catch(() => {
      isDeciding.current = false;
    });
  }
  const to = (next: typeof mode) => {
    setProblem('');
    setMode(next);
  };

  function onReturn(event: FormEvent) {
    event.preventDefault();
    if (comment.trim() === '') return setProblem('Please say what is to be changed');
    setProblem('');
    decide(() => giveBack.mutateAsync({ id: file.id, comment: comment.trim() }));
  }

  return (
    <li className={styles.card} aria-label={file.name}>
      <FileLink file={file} withPicture />
      {mode === 'shown' && (
        <div className={styles.decide}>
          <Button size="sm" onClick={() => to('approving')}>
            Approve
          </Button>
          <Button variant="outline" size="sm" onClick={() => to('returning')}>
            Return
          </Button>
        </div>
      )}
      {mode === 'approving' && (
        <div className={styles.decide}>
          <p>Approve it as it is? This cannot be taken back.</p>
          <Button
            size="sm"
            disabled={isPending}
            onClick={() => decide(() => approve.mutateAsync({ id: file.id }))}
          >
            {isPending ? 'Approving...' : 'Yes, approve it'}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={() => to('shown')}
            autoFocus
          >
            Not yet
          </Button>
        </div>
      )}
      {mode === 'returning' && (
        <form className={styles.returning} onSubmit={onReturn} aria-label={`Return ${file.name}`}>
          <label htmlFor={id}>What is to be changed?</label>
          <textarea
            id={id}
            dir="auto"
            rows={3}
            maxLength={textMax}
            value={comment}
            ref={focusOnce}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => setComment(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') to('shown');
            }}
          />
          <div className={styles.decide}>
            <Button type="submit" size="sm" disabled={isPending}>
              {isPending ? 'Returning...' : 'Return it'}
            </Button>
            <Button variant="ghost" size="sm" disabled={isPending} onClick={() => to('shown')}>
              Not yet
            </Button>
          </div>
        </form>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus();
}
