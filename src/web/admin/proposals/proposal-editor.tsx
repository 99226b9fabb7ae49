import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { isOpenProposal } from '~/contract/proposals/proposals';
import type { AdminProposal, ShownProposal } from '~/contract/proposals/proposals-schema';
import { ConflictNotice } from '~/web/admin/form/conflict-notice';
import { LeaveGuard } from '~/web/admin/form/leave-guard';
import { MayChangeProvider, ReadOnly } from '~/web/admin/form/read-only';
import { SaveState } from '~/web/admin/form/save-state';
import { UnsavedNotice } from '~/web/admin/form/unsaved-notice';
import { useAutosave } from '~/web/admin/form/use-autosave';
import { useCan } from '~/web/admin/shell/use-can';
import { notifyFailed, withAction } from '~/web/admin/ui/notices';
import { RecordHead } from '~/web/admin/ui/record-page';
import { useMutation } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { toast } from '~/web/ui/toast-store';
import { PreviewModal } from './preview-modal';
import { ProposalAside } from './proposal-aside';
import { hasTaxesOf, toDraft, toFields, validate } from './proposal-draft';
import { ProposalFields } from './proposal-fields';
import { ProposalMenu } from './proposal-menu';
import { SaveTemplate } from './save-template';
import { SendDialog } from './send-dialog';

const isOfSchedule = (path: string) => path.startsWith('schedule');

/**
 * Editor of a proposal. Drafts are saved while typing. Saving a sent proposal creates a version
 * that the client sees immediately, so it requires a button.
 */
export function ProposalEditor(props: {
  opened: AdminProposal;
  /** Latest stored state of the proposal, including changes by other admins. */
  current: AdminProposal;
  onReload(): void;
  onSent(url: string): void;
}) {
  const { opened, current, onReload, onSent } = props;
  const { api } = useRouter().options.context;
  const may = useCan()('proposals.write');
  const isDraft = current.status === 'draft';
  const isOpen = isDraft || isOpenProposal(current.status);
  const mayChange = may && isOpen;
  const { id } = opened;
  const [initial] = useState(() => toDraft(opened));
  const saved = useRef(initial);
  /** Tax that was proposed for the current items of the form. */
  const proposedTax = useRef(opened.proposedTax);
  const [shown, setShown] = useState<'preview' | 'send' | 'template'>();
  const [version, setVersion] = useState<ShownProposal>();
  const update = useMutation(api.admin.proposals.update.mutationOptions());

  const form = useAutosave({
    name: `proposal:${id}`,
    initial,
    updatedAt: opened.updatedAt,
    isAutomatic: isDraft,
    validate,
    // If percentages do not add up, all other fields of a draft are saved anyway.
    canWait: (path) => isDraft && isOfSchedule(path),
    save: async (draft, expectedUpdatedAt) => {
      const { schedule, ...fields } = toFields(
        draft,
        expectedUpdatedAt ? saved.current : undefined,
        proposedTax.current,
      );
      const answer = await update.mutateAsync({
        id,
        ...fields,
        ...(!Object.keys(validate(draft)).some(isOfSchedule) && { schedule }),
        ...(expectedUpdatedAt && { expectedUpdatedAt }),
      });
      saved.current = draft;
      if (hasTaxesOf(draft, answer)) proposedTax.current = answer.proposedTax;
      else void api.admin.proposals.tax.invalidate();
      api.admin.proposals.get.setData({ id }, answer);
      void api.admin.proposals.page.invalidate();
      return answer;
    },
  });

  const isChanged = form.state.kind !== 'saved';
  const preview = useMutation(
    api.admin.proposals.preview.mutationOptions({
      onSuccess: setVersion,
      onError: (error) => notifyFailed(error, 'Failed to create the preview'),
    }),
  );
  const showPreview = async () => {
    // Previews changes of a sent proposal without saving, because saving would show them to the
    // client.
    if (mayChange && !isDraft && isChanged)
      preview.mutate({ id, ...toFields(form.draft, saved.current, proposedTax.current) });
    else if (!mayChange || (await form.flush())) setShown('preview');
  };
  const showSend = async () => {
    if (await form.flush()) setShown('send');
  };
  const saveVersion = async () => {
    if (!(await form.flush())) return;
    toast(
      withAction('Saved. The client has not been notified.', 'Send again…', () => setShown('send')),
    );
  };
  /**
   * Opens the template dialog. A draft is saved first, so that the template contains the current
   * input. A template of a sent proposal contains its newest version.
   */
  const saveTemplate = async () => {
    if (!mayChange || !isDraft || (await form.flush())) setShown('template');
  };
  return (
    <MayChangeProvider value={mayChange}>
      <RecordHead
        title={form.draft.title || 'Untitled'}
        state={
          <>
            <span>{current.number}</span>
            <StatusBadge status={current.status} />
            {mayChange && <SaveState state={form.state} isAutomatic={isDraft} />}
          </>
        }
        actions={
          <>
            <ProposalMenu
              proposal={current}
              onChanged={onReload}
              onSaveTemplate={() => void saveTemplate()}
            />
            <Button
              variant="default"
              loading={preview.isPending}
              onClick={() => void showPreview()}
            >
              Preview
            </Button>
            {mayChange && !isDraft && isChanged && (
              <Button variant="light" onClick={() => void saveVersion()}>
                Save as version {current.version + 1}
              </Button>
            )}
            {mayChange && (
              <Button onClick={() => void showSend()}>{isDraft ? 'Send…' : 'Send again…'}</Button>
            )}
          </>
        }
      />
      {form.state.kind === 'conflict' && (
        <ConflictNotice
          onSaveMine={() => void form.flush(true)}
          onShowTheirs={() => {
            form.unsaved.forget();
            onReload();
          }}
        />
      )}
      <UnsavedNotice unsaved={form.unsaved} />
      <div className="record-columns proposal-columns" ref={form.element}>
        <ReadOnly>
          <ProposalFields id={id} form={form} />
        </ReadOnly>
        <ProposalAside proposal={current} onShowVersion={setVersion} />
      </div>
      {shown === 'preview' && (
        <PreviewModal
          title={`${current.number} as the client sees it`}
          proposal={current}
          onClose={() => setShown(undefined)}
        />
      )}
      {version && (
        <PreviewModal
          title={
            preview.data === version
              ? `${current.number} with what is not saved yet`
              : `${current.number}, version ${version.version}`
          }
          proposal={version}
          onClose={() => setVersion(undefined)}
        />
      )}
      {shown === 'template' && (
        <SaveTemplate proposal={current} onClose={() => setShown(undefined)} />
      )}
      {shown === 'send' && (
        <SendDialog
          proposal={current}
          onClose={() => {
            setShown(undefined);
            // Focuses the first field that the server rejected.
            form.focusFirstError();
          }}
          onRefused={form.setErrors}
          onSent={onSent}
        />
      )}
      <LeaveGuard leaving={form.leaving} />
    </MayChangeProvider>
  );
}
