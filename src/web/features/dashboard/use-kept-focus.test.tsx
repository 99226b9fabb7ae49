import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';

import { useKeptFocus } from './use-kept-focus';

let finish = () => {};

function Area() {
  const area = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(['one', 'two']);
  const [isBusy, setBusy] = useState(false);
  useKeptFocus(area);
  return (
    <div ref={area}>
      <h1>Page</h1>
      <section>
        <h2>Rows</h2>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <h3>{row}</h3>
              <button
                type="button"
                onClick={() => setRows((all) => all.filter((one) => one !== row))}
              >
                Remove {row}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => {
          setBusy(true);
          finish = () => setBusy(false);
        }}
      >
        Send
      </button>
      <p>Elsewhere</p>
    </div>
  );
}

const heading = (name: string) => screen.getByRole('heading', { name });
/** Waits, because observers report after the change. */
const reported = () => act(() => new Promise((done) => setTimeout(done)));

it('the focus moves to the heading around a control that was removed', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.click(screen.getByRole('button', { name: 'Remove one' }));
  await reported();
  expect(heading('two')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove two' }));
  await reported();
  expect(heading('Rows')).toHaveFocus();
});

it('the focus returns to a control that was disabled while it was busy', async () => {
  const user = userEvent.setup();
  render(<Area />);
  const send = screen.getByRole('button', { name: 'Send' });
  await user.click(send);
  // Does what browsers do with a disabled control.
  act(() => send.blur());
  act(() => finish());
  await reported();
  expect(send).toBeEnabled();
  expect(send).toHaveFocus();
});

it('the focus does not move again after the user has moved it', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.click(screen.getByRole('button', { name: 'Remove one' }));
  await reported();
  await user.click(screen.getByText('Elsewhere'));
  await reported();
  expect(document.body).toHaveFocus();
});
