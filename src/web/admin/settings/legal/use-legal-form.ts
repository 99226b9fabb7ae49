import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { AnyLegalPage } from '~/contract/legal/legal';
import { type LegalRecord, legalChangeSchema } from '~/contract/legal/legal-schema';
import { useToday } from '~/web/admin/form/today';
import { useDraft } from '~/web/admin/form/use-draft';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { dropDraft, saveDraft } from '~/web/lib/draft';
import { check } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { earliestDay, effectOf, versionName } from './legal-words';
import { useLegalRefresh } from './use-legal-refresh';

export interface LegalInput {
  title: string;
  text: string;
  effectiveOn: string;
  /** The newest version when the text was begun. */
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

const draftName = (page: AnyLegalPage) => `legal:${page}`;
export const forgetTyped = (page: AnyLegalPage): void => dropDraft(draftName(page));

/** What an owner writes of a legal text. It is kept in the browser's tab until it is saved or discarded. */
export function useLegalForm(options: {
  opened: LegalRecord;
  /** As it is by now. */
  record: LegalRecord;
  onSaved(record: LegalRecord): void;
}) {
  const { opened, record, onSaved } = options;
  const { page } = opened;
  const { api, client } = useRouter().options.context;
  const today = useToday();
  const [initial] = useState(() => inputOf(opened, today));
  const refresh = useLegalRefresh();
  const save = useMutation(api.admin.legal.save.mutationOptions());
  const edited = useDraft<LegalInput>({
    name: draftName(page),
    initial,
    validate: (draft) => check(legalChangeSchema, { ...draft, page }).errors ?? {},
  });
  const { form, draft, change, focusFirstError } = edited;
  const isDirty = form.isDirty();

  useEffect(() => {
    if (isDirty) saveDraft(draftName(page), { values: draft });
    else forgetTyped(page);
  }, [page, draft, isDirty]);

  // Another view of the panel loses nothing; a closed tab takes what it keeps with it.
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => form.isDirty() && !edited.isSending.current,
  });

  const send = async (given: LegalInput) => {
    if (form.validate().hasErrors) return focusFirstError();
    let saved: LegalRecord | undefined;
    const result = await edited.send(
      given,
      async () => {
        saved = await save.mutateAsync({ ...given, page });
      },
      // Beside what is kept while it is typed, which stays where it could not be saved.
      { key: `${draftName(page)}:sent` },
    );
    if (!result.isSaved) {
      focusFirstError();
      // A conflict is told above the button, with what can be done.
      if (result.isConflict) await api.admin.legal.invalidate();
      else notifyFailed(result.error, 'Failed to save the text');
    }
    if (!saved) return;
    forgetTyped(page);
    const { effectiveOn } = given;
    const version = versionName(newestOf(saved));
    notifyDone(`Saved. ${effectOf(record, { version, effectiveOn, today })}`);
    onSaved(saved);
    await refresh();
  };

  return {
    ...edited,
    isDirty,
    isPending: save.isPending,
    submit: () => {
      if (!save.isPending) void send(form.getValues());
    },
    /** Makes it the version after those that others have saved since. */
    submitAnyway: async () => {
      try {
        const seenVersion = newestOf(await client.admin.legal.get.query({ page }));
        change((before) => ({ ...before, seenVersion }));
        await send({ ...form.getValues(), seenVersion });
      } catch (error) {
        notifyFailed(error, 'Failed to save the text');
      }
    },
    discard: () => change(() => initial),
    /** Brings back what was in the editor, also where the text has been left since. */
    bringBack: (before: LegalInput) => {
      saveDraft(draftName(page), { values: before });
      change(() => before);
    },
  };
}

export type LegalForm = ReturnType<typeof useLegalForm>;
