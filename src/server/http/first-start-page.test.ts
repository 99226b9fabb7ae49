import { Window } from 'happy-dom';
import { describe, expect, it, onTestFinished } from 'vitest';

import { firstStartPage, firstStartScriptHash, type Typed } from './first-start-page';

/** Opens the page with its script, as a browser would. */
async function opened(shown: { typed?: Typed; errors?: Typed } = {}) {
  const page = await firstStartPage({
    token: 'the token',
    typed: {},
    errors: {},
    problem: '',
    defaults: { timeZone: 'UTC', currency: 'USD' },
    ...shown,
  });
  const window = new Window({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
  });
  onTestFinished(() => window.close());
  const { document } = window;
  document.write(String(page));
  const field = (id: string) =>
    document.getElementById(id) as unknown as HTMLInputElement & HTMLSelectElement;
  const press = (name: string) => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => one.textContent === name && !one.hidden,
    );
    if (!button) throw new Error(`there is no button ${name}`);
    button.click();
  };
  const steps = () => [...document.querySelectorAll('fieldset')].map(({ hidden }) => !hidden);
  return { document, field, press, steps };
}

describe('the setup page', () => {
  it('shows one step at a time, and the second once the first is filled in', async () => {
    const { field, press, steps } = await opened();
    expect(steps()).toEqual([true, false]);
    press('Next');
    expect(steps()).toEqual([true, false]);
    field('username').value = 'olive';
    field('email').value = 'olive@agency.example';
    field('password').value = 'a long password';
    press('Next');
    expect(steps()).toEqual([false, true]);
    press('Back');
    expect(steps()).toEqual([true, false]);
  });

  it('shows and hides the password', async () => {
    const { field, press } = await opened();
    press('Show');
    expect(field('password').type).toBe('text');
    press('Hide');
    expect(field('password').type).toBe('password');
  });

  it('preselects the time zone of the browser, and keeps a chosen one', async () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect((await opened()).field('timeZone').value).toBe(own);
    const { field } = await opened({ typed: { timeZone: 'Asia/Tokyo' } });
    expect(field('timeZone').querySelector('[selected]')?.textContent).toBe('Asia/Tokyo');
    expect(field('timeZone').value).not.toBe(own);
  });

  it('opens the step with the first invalid field', async () => {
    expect((await opened({ errors: { name: 'needed' } })).steps()).toEqual([false, true]);
    expect((await opened({ errors: { name: 'needed', email: 'wrong' } })).steps()).toEqual([
      true,
      false,
    ]);
  });

  it('has one script, whose hash is in the Content-Security-Policy', async () => {
    const { document } = await opened();
    const [script] = document.querySelectorAll('script');
    const bytes = new TextEncoder().encode(script?.textContent);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    expect(firstStartScriptHash).toBe(`'sha256-${hash}'`);
  });
});
