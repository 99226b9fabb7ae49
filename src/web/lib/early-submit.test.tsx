import { runInThisContext } from 'node:vm';

import { beforeEach, expect, it, vi } from 'vitest';

import { formIsLive, inlineBoot } from './early-submit';

beforeEach(() => {
  vi.useFakeTimers();
  runInThisContext(inlineBoot());
});

function pressedForm() {
  document.body.innerHTML = '<form><button>Send</button></form>';
  const form = document.querySelector('form') as HTMLFormElement;
  form.requestSubmit();
  return form;
}
const notice = () => document.querySelector('[role="alert"]');

it('one notice appears if scripts have not arrived eight seconds after a form was sent', () => {
  const form = pressedForm();
  form.requestSubmit();
  vi.advanceTimersByTime(7_900);
  expect(notice()).toBeNull();
  vi.advanceTimersByTime(200);
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  expect(notice()?.textContent).toContain('What you typed is still here');
  expect(notice()?.querySelector('a')?.getAttribute('href')).toBe('/contact');
});

it('no notice appears for a form whose scripts have arrived, and an earlier notice is removed', () => {
  const form = pressedForm();
  const sent = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener('submit', sent);
  formIsLive(form);
  expect(sent).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(9_000);
  expect(notice()).toBeNull();

  const other = pressedForm();
  vi.advanceTimersByTime(9_000);
  expect(notice()).not.toBeNull();
  other.addEventListener('submit', sent);
  formIsLive(other);
  expect(notice()).toBeNull();
});

it('a form whose own handler has prevented the event, and one that closes a dialog, are ignored', () => {
  document.body.innerHTML = '<form><button>Pay</button></form><form method="dialog"></form>';
  const [paying, closing] = [...document.forms];
  paying?.addEventListener('submit', (event) => event.preventDefault());
  const outcomes: boolean[] = [];
  const seen = (event: Event) => outcomes.push(event.defaultPrevented);
  window.addEventListener('submit', seen);
  paying?.requestSubmit();
  closing?.requestSubmit();
  window.removeEventListener('submit', seen);
  expect(outcomes).toEqual([true, false]);
  vi.advanceTimersByTime(9_000);
  expect(notice()).toBeNull();
});
