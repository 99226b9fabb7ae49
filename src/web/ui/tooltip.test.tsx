import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { Tooltip } from './tooltip';

beforeEach(() => {
  vi.useFakeTimers();
  // Moves the clock past the time at which a test of another file may have closed a tooltip.
  vi.advanceTimersByTime(24 * 3_600_000);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const tip = () => screen.queryByRole('tooltip', { name: 'Switch theme' });

/** Expects the tooltip before any pointer could have opened it. */
async function expectAtOnce() {
  const since = Date.now();
  await screen.findByRole('tooltip');
  expect(Date.now() - since).toBeLessThan(300);
}

function start() {
  render(
    <>
      <button type="button">Before</button>
      <Tooltip label="Switch theme">
        <button type="button">Switch</button>
      </Tooltip>
      <button type="button">After</button>
    </>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    button: screen.getByRole('button', { name: 'Switch' }),
    elsewhere: screen.getByRole('button', { name: 'Before' }),
  };
}

it('a tooltip opens after 700 ms, or at once if another was open less than 300 ms ago', async () => {
  const { user, button, elsewhere } = start();
  await user.hover(button);
  pass(699);
  expect(tip()).not.toBeInTheDocument();
  pass(1);
  expect(tip()).toBeInTheDocument();
  await user.hover(elsewhere);
  expect(tip()).not.toBeInTheDocument();

  pass(299);
  await user.hover(button);
  await expectAtOnce();
  await user.hover(elsewhere);
  expect(tip()).not.toBeInTheDocument();

  pass(300);
  await user.hover(button);
  pass(699);
  expect(tip()).not.toBeInTheDocument();
  pass(1);
  expect(tip()).toBeInTheDocument();
});

it('a tooltip closes on Escape, on a click and on leaving, and then does not open again', async () => {
  const { user, button, elsewhere } = start();
  await user.hover(button);
  pass(700);
  button.focus();
  await user.keyboard('{Escape}');
  expect(tip()).not.toBeInTheDocument();

  await user.hover(elsewhere);
  pass(1000);
  await user.hover(button);
  pass(700);
  expect(tip()).toBeInTheDocument();
  await user.click(button);
  expect(tip()).not.toBeInTheDocument();

  await user.hover(elsewhere);
  pass(1000);
  await user.hover(button);
  pass(600);
  await user.hover(elsewhere);
  pass(1000);
  expect(tip()).not.toBeInTheDocument();
});

it('a tooltip opens at once on keyboard focus, and closes when the focus moves on', async () => {
  const { user, button } = start();
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.tab();
  expect(button).toHaveFocus();
  await expectAtOnce();
  expect(tip()).toHaveTextContent('Switch theme');
  await user.tab();
  expect(tip()).not.toBeInTheDocument();
});

it('a tooltip does not open on touch', async () => {
  const { user, button } = start();
  await user.pointer({ keys: '[TouchA>]', target: button });
  pass(2000);
  expect(tip()).not.toBeInTheDocument();
});
