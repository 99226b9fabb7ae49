import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { legalTitleMax } from '~/contract/legal/legal';
import type { LegalRecord, StoredVersion } from '~/contract/legal/legal-schema';
import { useToday } from '~/web/admin/form/today';
import { discardInput } from '~/web/admin/form/unsaved-notice';
import { Notice } from '~/web/admin/ui/notice';
import { deleted } from '~/web/admin/ui/notices';
import { applyEdit } from '~/web/lib/markdown-edit';
import { toast } from '~/web/ui/toast-store';
import { LegalPreview } from './legal-preview';
import { LegalTextField } from './legal-text-field';
import { LegalVariables } from './legal-variables';
import { LegalVersions } from './legal-versions';
import { earliestDay, effectOf, nextVersion } from './legal-words';
import { type LegalForm, useLegalForm } from './use-legal-form';

const parts = [
  { value: 'preview', label: 'Preview' },
  { value: 'variables', label: 'Variables' },
  { value: 'versions', label: 'Versions' },
];

/** Editor of a legal text, beside its preview, variables or versions. */
export function LegalEditor(props: {
  /** Text as it was when editing started; undefined to start with `record`. */
  opened: LegalRecord | undefined;
  /** Latest stored state of the text, including versions by other admins. */
  record: LegalRecord;
  onSaved(record: LegalRecord): void;
  /** Loads the other admin's version. @param forget deletes the unsaved input */
  onShowTheirs(forget: () => void): void;
}) {
  const { record } = props;
  const [opened] = useState(props.opened ?? record);
  const form = useLegalForm({ opened, record, onSaved: props.onSaved });
  const { draft, change } = form;
  const field = useRef<HTMLTextAreaElement>(null);
  const [part, setPart] = useState('preview');

  const insert = (text: string) => {
    const element = field.current;
    if (!element) return;
    const { selectionStart: from, selectionEnd: to } = element;
    const end = from + text.length;
    applyEdit(element, { from, to, insert: text, selection: [end, end] });
  };

  const beginWith = ({ title, text, version }: StoredVersion) => {
    const before = form.draft;
    change((now) => ({ ...now, title, text }));
    toast(deleted(`Version ${version}.0 loaded into the editor`, () => change(() => before)));
    field.current?.focus();
  };

  return (
    <>
      {!opened.isPublished && !opened.upcoming && <TemplateNote record={opened} />}
      <div className="legal-columns">
        <form
          ref={form.element as RefObject<HTMLFormElement | null>}
          className="legal-form"
          noValidate
          aria-label={`The text of “${opened.title}”`}
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          <TextInput
            label="Title"
            required
            maxLength={legalTitleMax}
            value={draft.title}
            error={form.errorOf('title')}
            onChange={(event) => form.set('title', event.currentTarget.value)}
          />
          <LegalTextField
            field={field}
            value={draft.text}
            error={form.errorOf('text')}
            onChange={(text) => form.set('text', text)}
            onSubmit={form.submit}
            onInsert={insert}
          />
          {form.hasConflict && (
            <Conflict
              onSave={() => void form.submitAnyway()}
              onShowTheirs={() => props.onShowTheirs(form.unsaved.forget)}
            />
          )}
          <Foot form={form} record={record} onDiscard={() => discardInput(form.unsaved)} />
        </form>
        <div className="legal-side">
          <SegmentedControl
            fullWidth
            aria-label="Beside the text"
            data={parts}
            value={part}
            onChange={setPart}
          />
          <section
            key={part}
            className="legal-window"
            data-part={part}
            aria-label={parts.find((one) => one.value === part)?.label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
            tabIndex={0}
          >
            {part === 'preview' && (
              <LegalPreview page={record.page} title={draft.title} text={draft.text} />
            )}
            {part === 'variables' && <LegalVariables words={record.words} onInsert={insert} />}
            {part === 'versions' && (
              <LegalVersions
                record={record}
                typed={form.isDirty ? draft : undefined}
                onBeginWith={beginWith}
              />
            )}
          </section>
        </div>
      </div>
    </>
  );
}

/** Note for a page that is not on the site yet, whose initial text is a template. */
function TemplateNote({ record }: { record: LegalRecord }) {
  return (
    <div className="legal-note">
      <Notice tone="info" title={record.version ? 'This page is withdrawn' : 'Not published yet'}>
        This is a template. Replace the sentences that start with “Name”, “Describe” or “Say here”
        with your own text, and delete what doesn’t apply. Visitors see the text as it is. The first
        save publishes the page as {record.path}.
        {record.version && ' To restore the page, start from an earlier version.'}
      </Notice>
    </div>
  );
}

function Conflict(props: { onSave(): void; onShowTheirs(): void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={element} className="legal-conflict">
      <Notice tone="wait" title="Another admin changed this record" isNew>
        <Text fz="sm" mb="sm">
          Your changes are still here. Save them as the next version, or load theirs and discard
          your changes. You can compare both under Versions.
        </Text>
        <Group gap="xs">
          <Button size="xs" onClick={props.onSave}>
            Save as next version
          </Button>
          <Button size="xs" variant="default" onClick={props.onShowTheirs}>
            Load theirs
          </Button>
        </Group>
      </Notice>
    </div>
  );
}

/** Effective date and save button, which are always visible while editing. */
function Foot(props: { form: LegalForm; record: LegalRecord; onDiscard(): void }) {
  const { form, record } = props;
  const today = useToday();
  const { draft, isDirty } = form;
  const version = nextVersion(record.versions);
  const day = form.suggestionOf('effectiveOn');
  const isNew = !record.isPublished && !record.upcoming;
  return (
    <div className="legal-foot">
      <Text className="legal-effect" fz="sm" c="dimmed">
        {draft.effectiveOn && effectOf(record, { version, effectiveOn: draft.effectiveOn, today })}
        {isDirty && ' Not saved yet. Your draft is kept in this browser.'}
      </Text>
      <div>
        <TextInput
          type="date"
          label="Effective from"
          required
          min={earliestDay(record.versions)}
          value={draft.effectiveOn}
          error={form.errorOf('effectiveOn')}
          onChange={(event) => form.set('effectiveOn', event.currentTarget.value)}
        />
        {day && (
          <Button
            size="compact-sm"
            variant="light"
            mt={6}
            onClick={() => form.takeSuggestion('effectiveOn')}
          >
            Use {day}
          </Button>
        )}
      </div>
      <Group gap="xs" justify="flex-end">
        {isDirty && (
          <Button variant="subtle" color="gray" onClick={props.onDiscard}>
            Discard
          </Button>
        )}
        <Button type="submit" loading={form.isPending} disabled={!isDirty && !isNew}>
          {isNew ? 'Publish' : 'Save'} as version {version}
        </Button>
      </Group>
    </div>
  );
}
