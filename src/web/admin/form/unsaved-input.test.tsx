import { MantineProvider, TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { renderPart } from '~/testing/render';
import { RecordForm } from './record-form';
import { useRecordForm } from './use-record-form';
import { keepingOf } from './use-unsaved-input';

const title = () => screen.getByRole('textbox', { name: 'Title' });
const button = (name: string) => screen.getByRole('button', { name });
const type = (value: string) => fireEvent.change(title(), { target: { value } });
const save = async () => {};

interface Opened {
  id: number;
  updatedAt: string;
  title: string;
}
const opened: Opened = { id: 7, updatedAt: '2026-05-01T10:00:00.000Z', title: 'As saved' };

function Form({ record }: { record: Opened | undefined }) {
  const form = useRecordForm<{ title: string; text: string }>({
    keeping: keepingOf('post', record),
    initial: { title: record?.title ?? '', text: '' },
    schema: { safeParse: (data) => ({ success: true, data }) },
    save,
    onFailed: () => {},
  });
  return (
    <RecordForm form={form} submitLabel="Save" onClose={() => {}} onReload={() => {}}>
      <TextInput
        label="Title"
        value={form.draft.title}
        onChange={(event) => form.set('title', event.currentTarget.value)}
      />
    </RecordForm>
  );
}

const open = (record?: Opened) =>
  renderPart(
    <MantineProvider>
      <Form record={record} />
    </MantineProvider>,
  );

describe('unsaved input', () => {
  it('of a new record is restored after the tab was closed', async () => {
    const { unmount } = await open();
    type('Of clocks');
    unmount();
    await open();
    expect(await screen.findByText('Unsaved changes restored')).toBeVisible();
    expect(title()).toHaveValue('Of clocks');
  });

  it('is discarded with a button, and Undo restores it', async () => {
    const { unmount } = await open(opened);
    type('Typed');
    unmount();
    const { user } = await open(opened);
    await user.click(button('Discard'));
    expect(title()).toHaveValue('As saved');
    expect(screen.queryByText('Unsaved changes restored')).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(title()).toHaveValue('Typed');
  });

  it('is deleted once it is saved, or equals the stored record', async () => {
    const { user, unmount } = await open(opened);
    type('Typed');
    expect(localStorage).toHaveLength(1);
    type('As saved');
    await waitFor(() => expect(localStorage).toHaveLength(0));
    type('Typed');
    await user.click(button('Save'));
    await waitFor(() => expect(localStorage).toHaveLength(0));
    unmount();
    await open(opened);
    expect(screen.queryByText('Unsaved changes restored')).not.toBeInTheDocument();
  });

  it('of a field that others have changed is offered, and replaces nothing automatically', async () => {
    const { unmount } = await open(opened);
    type('Mine');
    unmount();
    const newer = { ...opened, updatedAt: '2026-05-02T10:00:00.000Z', title: 'Theirs' };
    const { user } = await open(newer);
    expect(title()).toHaveValue('Theirs');
    expect(screen.getByText('Unsaved changes found')).toBeVisible();
    await user.click(button('Use my changes'));
    expect(title()).toHaveValue('Mine');
  });

  it('of another record, or older than a month, is not restored', async () => {
    const { unmount } = await open(opened);
    type('Typed');
    unmount();
    const other = await open();
    expect(title()).toHaveValue('');
    other.unmount();
    for (const key of Object.keys(localStorage)) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.setItem(key, JSON.stringify({ ...kept, at: '2020-01-01T00:00:00.000Z' }));
    }
    await open(opened);
    expect(title()).toHaveValue('As saved');
    expect(localStorage).toHaveLength(0);
  });
});
