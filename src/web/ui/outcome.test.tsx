import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderPart, shownToasts } from '~/testing/render';
import { useMutation } from '~/web/lib/queries';
import { outcome } from './outcome';

function Save(props: { save(): Promise<string>; onDone?(): void }) {
  const { mutate } = useMutation({
    mutationFn: props.save,
    ...outcome<string, void>({
      done: (name) => ({ title: 'Saved', description: name }),
      failed: 'It could not be saved.',
      ...props,
    }),
  });
  return (
    <button type="button" onClick={() => mutate()}>
      Save
    </button>
  );
}

const button = () => screen.getByRole('button', { name: 'Save' });

it('a successful mutation shows its success notice', async () => {
  const onDone = vi.fn();
  const { user } = await renderPart(<Save save={async () => 'Brand Kit'} onDone={onDone} />);
  await user.click(button());
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining('Brand Kit')]));
  expect(onDone).toHaveBeenCalledOnce();
});

it('a request that failed without a response shows the fallback', async () => {
  const onDone = vi.fn();
  const save = () => Promise.reject(new Error('Failed to fetch'));
  const { user } = await renderPart(<Save save={save} onDone={onDone} />);
  await user.click(button());
  const failed = expect.stringContaining('It could not be saved.');
  await waitFor(() => expect(shownToasts()).toEqual([failed]));
  expect(onDone).not.toHaveBeenCalled();
});

it('a rejected mutation shows the server’s message', async () => {
  const refused = Object.assign(new Error('The name is taken.'), { data: { httpStatus: 409 } });
  const save = () => Promise.reject(refused);
  const { user } = await renderPart(<Save save={save} />);
  await user.click(button());
  const words = expect.stringContaining('The name is taken.');
  await waitFor(() => expect(shownToasts()).toEqual([words]));
});
