import { Button, MantineProvider } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { renderPart } from '~/testing/render';
import { ActionDialog } from './action-dialog';

interface Input {
  name: string;
  billing: { city: string };
}

const schema = z.object({
  name: z.string().min(1, 'Enter a name'),
  billing: z.object({ city: z.string() }),
});

/** Creates an error in the format of the server. */
const refusal = (
  httpStatus: number,
  message: string,
  issues: { path: string; message: string }[],
) => Object.assign(new Error(message), { data: { httpStatus, issues } });

function Opener(props: { send(input: Input): Promise<unknown>; keptAs?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MantineProvider>
      <Button type="button" onClick={() => setOpen(true)}>
        Open
      </Button>
      {isOpen && (
        <ActionDialog
          title="Add client"
          submitLabel="Add"
          initial={{ name: '', billing: { city: '' } }}
          fields={[
            [{ name: 'name', label: 'Name', required: true }],
            { name: 'billing.city', label: 'City' },
          ]}
          schema={schema}
          input={(draft): Input => draft}
          mutation={{ mutationFn: props.send }}
          outcome={{
            done: { title: 'Success', description: 'Client added' },
            failed: 'Failed to add',
          }}
          {...(props.keptAs && { keepAs: props.keptAs })}
          onClose={() => setOpen(false)}
        />
      )}
    </MantineProvider>
  );
}

async function open(send: (input: Input) => Promise<unknown>, keptAs?: string) {
  const rendered = await renderPart(<Opener send={send} keptAs={keptAs} />);
  await rendered.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Add client' });
  return rendered;
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

describe('a dialog for an action', () => {
  it('does not submit the form that it was opened from', async () => {
    const submitOuter = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    const { user } = await renderPart(
      <form onSubmit={submitOuter}>
        <Opener send={async () => {}} />
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(submitOuter).not.toHaveBeenCalled();
  });

  it('focuses its first field, and shows its validation error until it is corrected', async () => {
    const send = vi.fn(async () => {});
    const { user } = await open(send);
    await waitFor(() => expect(field('Name')).toHaveFocus());
    await user.click(button('Add'));
    expect(await screen.findByText('Enter a name')).toBeVisible();
    await waitFor(() => expect(field('Name')).toHaveFocus());
    await user.type(field('Name'), 'Ada');
    expect(screen.queryByText('Enter a name')).not.toBeInTheDocument();
    expect(send).not.toHaveBeenCalled();
  });

  it('sends once, shows success, closes, and returns the focus', async () => {
    let finish = () => {};
    const send = vi.fn((_: Input) => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = await open(send);
    await user.type(field('Name'), 'Ada');
    await user.type(field('City'), 'London{Enter}');
    fireEvent.submit(screen.getByRole('form', { name: 'Add client' }));
    finish();
    expect(await screen.findByText('Client added')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(send.mock.calls.map(([input]) => input)).toEqual([
      { name: 'Ada', billing: { city: 'London' } },
    ]);
    expect(button('Open')).toHaveFocus();
  });

  it('shows server errors at their fields, and keeps the input', async () => {
    const { user } = await open(async () => {
      throw refusal(400, 'Invalid', [{ path: 'billing.city', message: 'No such city' }]);
    });
    await user.type(field('Name'), 'Ada');
    await user.click(button('Add'));
    expect(await screen.findByText('No such city')).toBeVisible();
    await waitFor(() => expect(field('City')).toHaveFocus());
    expect(field('Name')).toHaveValue('Ada');
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });

  it('reports an error of a field that it does not have, and a failure without a message', async () => {
    const failures = [
      refusal(400, 'Invalid', [{ path: 'id', message: 'It was deleted' }]),
      new Error(''),
    ];
    const { user } = await open(async () => {
      throw failures.shift();
    });
    await user.type(field('Name'), 'Ada');
    await user.click(button('Add'));
    expect(await screen.findByText('It was deleted')).toBeVisible();
    await user.click(button('Add'));
    expect(await screen.findByText('Failed to add')).toBeVisible();
  });

  it('restores unsent input after the dialog is closed, and deletes it once it is sent', async () => {
    const { user } = await open(async () => {}, 'client:new');
    await user.type(field('Name'), 'Ada');
    await user.click(button('Cancel'));
    await user.click(button('Open'));
    expect(await screen.findByText('Unsaved changes restored')).toBeVisible();
    expect(field('Name')).toHaveValue('Ada');
    await user.click(button('Add'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(localStorage).toHaveLength(0);
  });
});
