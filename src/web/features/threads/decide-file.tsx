import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

import { textMax } from '~/contract/common/limits';
import type { ThreadFile } from '~/contract/files/files-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { dropDraft, loadDraft, saveDraft } from '~/web/lib/draft';
import { useMutation } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { LengthNote } from '~/web/ui/field-length';
import { outcome } from '~/web/ui/outcome';
import styles from './beside.module.css';
import type { Decision } from './viewed-files';

/** Buttons that approve a deliverable after a confirmation, or return it with a comment. */
export function DecideFile(props: { file: ThreadFile; onDecided(decision: Decision): void }) {
  const { file, onDecided } = props;
  const { api } = useRouter().options.context;
  const [mode, setMode] = useState<'shown' | 'approving' | 'returning'>('shown');
  /** Decision that the client started but did not make. Its button gets the focus back. */
  const [left, setLeft] = useState<'approving' | 'returning'>();
  const [comment, setComment] = useState('');
  const draftName = `return:${file.id}`;
  // Storage is read after hydration, because the page from the server cannot contain it.
  useEffect(() => {
    const { comment: kept } = loadDraft(draftName).values;
    if (!kept) return;
    setComment(kept);
    setMode('returning');
  }, [draftName]);
  const write = (text: string) => {
    setComment(text);
    saveDraft(draftName, { values: { comment: text } });
  };
  const [problem, setProblem] = useState('');
  const id = useId();

  const after = <Input,>(
    decision: Decision,
    texts: { title: string; description: string; failed: string },
  ) =>
    outcome<unknown, Input>({
      done: { title: texts.title, description: texts.description },
      failed: (error) => setProblem(errorMessageOf(error) ?? texts.failed),
      // Runs before the lists are refetched, because they may no longer contain the file.
      onDone: () => {
        dropDraft(draftName);
        onDecided(decision);
      },
    });
  const approve = useMutation({
    ...api.requestThreads.approve.mutationOptions(),
    ...after<{ id: number }>('approved', {
      title: 'File approved',
      description: `${file.name} is approved.`,
      failed: 'We couldn’t approve this file. Please try again.',
    }),
  });
  const returnFile = useMutation({
    ...api.requestThreads.returnFile.mutationOptions(),
    ...after<{ id: number; comment: string }>('returned', {
      title: 'Changes requested',
      description: 'We’ll read your comment and send a new version.',
      failed: 'We couldn’t send your request. What you typed is still here.',
    }),
  });
  const isPending = approve.isPending || returnFile.isPending;
  // This ref is set immediately, because a second click can come before the pending state is
  // rendered.
  const isDeciding = useRef(false);
  function decide(send: () => Promise<unknown>) {
    if (isDeciding.current) return;
    isDeciding.current = true;
    // The mutation shows the error. After a success, the ref stays set, so that further clicks have
    // no effect.
    void send().catch(() => {
      isDeciding.current = false;
    });
  }
  const to = (next: typeof mode) => {
    setProblem('');
    if (mode !== 'shown') setLeft(mode);
    setMode(next);
  };

  function onReturn(event: FormEvent) {
    event.preventDefault();
    if (comment.trim() === '') {
      document.getElementById(id)?.focus();
      return setProblem('Please say what we should change');
    }
    setProblem('');
    decide(() => returnFile.mutateAsync({ id: file.id, comment: comment.trim() }));
  }

  return (
    <>
      {mode === 'shown' && (
        <div className={styles.decide}>
          <Button
            size="sm"
            aria-label={`Approve ${file.name}`}
            autoFocus={left === 'approving'}
            onClick={() => to('approving')}
          >
            Approve
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Request changes to ${file.name}`}
            autoFocus={left === 'returning'}
            onClick={() => to('returning')}
          >
            Request changes
          </Button>
        </div>
      )}
      {mode === 'approving' && (
        <div className={styles.decide}>
          <p>Approve this file as it is? This can’t be undone.</p>
          <Button
            size="sm"
            disabled={isPending}
            onClick={() => decide(() => approve.mutateAsync({ id: file.id }))}
          >
            {isPending ? 'Approving...' : 'Approve file'}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={() => to('shown')}
            autoFocus
          >
            Cancel
          </Button>
        </div>
      )}
      {mode === 'returning' && (
        <form
          className={styles.returning}
          onSubmit={onReturn}
          aria-label={`Request changes to ${file.name}`}
        >
          <label htmlFor={id}>What should we change?</label>
          <textarea
            id={id}
            dir="auto"
            rows={3}
            value={comment}
            ref={focusOnce}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // Prevents a surrounding dialog from closing.
              event.preventDefault();
              event.stopPropagation();
              to('shown');
            }}
          />
          <LengthNote length={comment.length} max={textMax} />
          <div className={styles.decide}>
            <Button type="submit" size="sm" disabled={isPending}>
              {isPending ? 'Sending...' : 'Send request'}
            </Button>
            <Button variant="ghost" size="sm" disabled={isPending} onClick={() => to('shown')}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus();
}
