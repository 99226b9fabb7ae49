import { MantineProvider, TextInput } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { renderPart } from '~/testing/render';
import { RecordForm } from './record-form';
import { useRecordForm } from './use-record-form';

const failed = vi.fn<(error: unknown) => void>();
let seen: Element[];
beforeEach(() => {
  seen = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this);
  });
});

function Form() {
  const form = useRecordForm<{ title: string }>({
    keeping: 'post',
    initial: { title: '' },
    schema: { safeParse: (data) => ({ success: true, data }) },
    save: async () => {
      throw Object.assign(new Error('Another admin changed this'), { data: { httpStatus: 409 } });
    },
    onFailed: failed,
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

it('a conflict is shown next to the button, visible and focused, at each click', async () => {
  const { user } = await renderPart(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Mine');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(seen).toEqual([notice]);
  const foot = save.closest<HTMLElement>('.form-foot');
  expect(foot).not.toBeNull();
  expect(within(foot as HTMLElement).getByRole('alert')).toBe(notice);
  await user.click(save);
  await waitFor(() => expect(seen).toEqual([notice, notice]));
  expect(notice).toHaveFocus();
  // A toast would cover the choice.
  expect(failed).not.toHaveBeenCalled();
});
