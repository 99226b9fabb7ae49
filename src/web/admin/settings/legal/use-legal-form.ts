import { useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type LegalRecord, legalChangeSchema } from '~/contract/legal/legal-schema';
import { useToday } from '~/web/admin/form/today';
import { usePanelForm } from '~/web/admin/form/use-panel-form';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { check } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { earliestDay, effectOf, versionName } from './legal-words';

export interface LegalInput {
  title: string;
  text: string;
  effectiveOn: string;
  /** Version that was the newest when editing started. */
  seenVersion: number;
}

const newestOf = ({ versions }: LegalRecord): number => versions[0]?.version ?? 0;

function inputOf(record: LegalRecord, today: string): LegalInput {
  const earliest = earliestDay(record.versions) ?? '';
  return {
    title: record.draft.title,
    text: record.draft.text,
    effectiveOn: earliest > today ? earliest : today,
    seenVersion: newestOf(record),
  };
}

/** Form for a legal text. */
export function useLegalForm(options: {
  opened: LegalRecord;
  /** Latest stored state of the text, including versions by other admins. */
  record: LegalRecord;
  onSaved(record: LegalRecord): void;
}) {
  const { opened, record, onSaved } = options;
  const { page } = opened;
  const { api, client } = useRouter().options.context;
  const today = useToday();
  const [initial] = useState(() => inputOf(opened, today));
  const refresh = useRefresh();
  const save = useMutation(api.admin.legal.save.mutationOptions());
  const edited = usePanelForm<LegalInput>({
    keeping: `legal:${page}`,
    initial,
    validate: (draft) => check(legalChangeSchema, { ...draft, page }).errors ?? {},
  });
  const { form, change, unsaved, focusFirstError } = edited;

  // Navigation is allowed, because the input is stored. Closing the browser tab is only blocked if
  // the input could not be stored.
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => form.isDirty() && !edited.isSending.current && !unsaved.isStored(),
  });

  const send = async (given: LegalInput) => {
    if (form.validate().hasErrors) return focusFirstError();
    let saved: LegalRecord | undefined;
    const result = await edited.send(given, async () => {
      saved = await save.mutateAsync({ ...given, page });
    });
    if (!result.isSaved) {
      focusFirstError();
      // The form shows the conflict and two choices above the button.
      if (result.isConflict) await refresh();
      else notifyFailed(result.error, 'Failed to save the text');
    }
    if (!saved) return;
    const { effectiveOn } = given;
    const version = versionName(newestOf(saved));
    notifyDone(`Saved. ${effectOf(record, { version, effectiveOn, today })}`);
    onSaved(saved);
    // The footer of every page lists published legal texts.
    await Promise.all([refresh(), api.settings.invalidate()]);
  };

  return {
    ...edited,
    isPending: save.isPending,
    submit: () => {
      if (!save.isPending) void send(form.getValues());
    },
    /** Saves the text as a new version after the versions of other admins. */
    submitAnyway: async () => {
      try {
        const seenVersion = newestOf(await client.admin.legal.get.query({ page }));
        change((before) => ({ ...before, seenVersion }));
        await send({ ...form.getValues(), seenVersion });
      } catch (error) {
        notifyFailed(error, 'Failed to save the text');
      }
    },
  };
}

export type LegalForm = ReturnType<typeof useLegalForm>;
