import { createHash } from 'node:crypto';

import { html } from 'hono/html';

import { emailMax, nameMax } from '~/contract/common/limits';
import { countryCodes, currencyCodes, namedCodes } from '~/contract/common/places';
import { homeCurrencyOf } from '~/contract/documents/home-taxes';
import type { FirstStartFields } from '~/contract/setup/first-start-schema';
import { plainPage } from './plain-page';

type FieldName = keyof FirstStartFields;
export type Typed = Partial<Record<FieldName, string>>;

const style = `
body { grid-template-columns: minmax(0, 34rem); justify-content: center; align-content: start }
h1 { font-size: clamp(2.25rem, 6vw, 3.25rem) }
form { display: grid; gap: 2.5rem }
fieldset { display: grid; gap: 1.25rem; min-width: 0; margin: 0; padding: 0; border: 0 }
fieldset[hidden], [hidden] { display: none }
legend { padding: 0; margin-bottom: 1.25rem; font-weight: 700; font-size: 1.25rem }
legend span { display: block; font-weight: 400; font-size: .9375rem; color: var(--quiet) }
.field { display: grid; gap: .375rem }
label { font-weight: 600 }
.hint { margin: 0; font-size: .9375rem; color: var(--quiet) }
.error, .alert { margin: 0; color: var(--danger) }
.alert { padding: .875rem 1.125rem; margin-bottom: 2rem; border-radius: 6px; background: var(--danger-ground) }
input, select { width: 100%; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--raised); color: inherit; font: inherit }
[aria-invalid] { border-color: var(--danger) }
.two { display: grid; gap: 1.25rem; align-items: start }
@media (min-width: 34rem) { .two { grid-template-columns: 1fr 1fr } }
.with-button { position: relative }
.with-button input { padding-right: 5rem }
.with-button button { position: absolute; right: .25rem; top: .25rem; min-height: 2.5rem; padding: 0 .75rem;
  border: 0; background: none; color: var(--rust); font: inherit; font-weight: 600; cursor: pointer }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem }
.main, .second { display: inline-block; min-height: 3rem; padding: .6875rem 1.5rem; border: 1px solid var(--rust); border-radius: 6px;
  background: var(--rust); color: var(--on-rust); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.second { background: none; border-color: var(--edge); color: inherit }
ol, ul { max-width: 34rem; margin: 0 0 2rem; padding-left: 1.25rem }
li { margin-bottom: .5rem }`;

/** Shows one step at a time. Without scripts, the form shows both steps at once. */
const script = `(() => {
const form = document.querySelector('form');
const steps = [...form.querySelectorAll('fieldset')];
const show = (at, focus) => {
  steps.forEach((step, index) => { step.hidden = index !== at });
  if (focus) steps[at].querySelector('input').focus();
};
const check = (at) => {
  const wrong = [...steps[at].querySelectorAll('input, select')].find((field) => !field.checkValidity());
  if (wrong) { show(at); wrong.reportValidity() }
  return !wrong;
};
form.noValidate = true;
for (const button of form.querySelectorAll('[data-step]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const to = Number(button.dataset.step);
    if (to === 0 || check(0)) show(to, true);
  });
}
let isSent = false;
form.addEventListener('submit', (event) => {
  const at = steps.findIndex((step) => !step.hidden);
  if (at === 0) { event.preventDefault(); if (check(0)) show(1, true); return }
  if (isSent || !check(0) || !check(1)) { event.preventDefault(); return }
  isSent = true;
});
window.addEventListener('pageshow', () => { isSent = false });
const reveal = form.querySelector('[data-reveal]');
reveal.hidden = false;
reveal.addEventListener('click', () => {
  const field = document.getElementById('password');
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  reveal.textContent = isShown ? 'Show' : 'Hide';
});
const zone = document.getElementById('timeZone');
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.dataset.given === '' && [...zone.options].some((option) => option.value === own)) zone.value = own;
const country = document.getElementById('country');
const currency = document.getElementById('currency');
currency.addEventListener('change', () => { currency.dataset.given = currency.value });
country.addEventListener('change', () => {
  const usual = country.selectedOptions[0].dataset.currency;
  if (usual && currency.dataset.given === '') currency.value = usual;
});
const wrong = form.querySelector('[aria-invalid]');
show(wrong && steps[1].contains(wrong) && !steps[0].querySelector('[aria-invalid]') ? 1 : 0);
(wrong ?? form.querySelector('input:not([type=hidden])')).focus();
})();`;

export const firstStartScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface Shown {
  token: string;
  typed: Typed;
  errors: Typed;
  problem: string;
  defaults: { timeZone: string; currency: string };
}

/** Renders the form at the setup link: first the owner, then the agency. */
export function firstStartPage({ token, typed, errors, problem, defaults }: Shown) {
  const described = (name: FieldName, hint?: string) => {
    const ids = [...(hint ? [`${name}-hint`] : []), ...(errors[name] ? [`${name}-error`] : [])];
    return html`${ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : ''}${errors[name] ? html` aria-invalid="true"` : ''}`;
  };
  const below = (name: FieldName, hint?: string) =>
    html`${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}${errors[name] ? html`<p class="error" id="${name}-error">${errors[name]}</p>` : ''}`;
  const input = (
    name: FieldName,
    label: string,
    options: { autocomplete: string; max: number; type?: string; hint?: string; isOpen?: boolean },
  ) => html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${options.type ?? 'text'}" autocomplete="${options.autocomplete}" maxlength="${options.max}" value="${typed[name] ?? ''}"${options.isOpen ? '' : html` required`}${described(name, options.hint)}>
${below(name, options.hint)}</div>`;
  const select = (
    name: FieldName,
    label: string,
    choices: readonly { code: string; name: string; currency?: string | undefined }[],
    chosen: string,
    hint?: string,
  ) => html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" data-given="${typed[name] ?? ''}"${described(name, hint)}>
${choices.map(({ code, name: text, currency }) => html`<option value="${code}"${currency ? html` data-currency="${currency}"` : ''}${code === chosen ? html` selected` : ''}>${text}</option>`)}
</select>
${below(name, hint)}</div>`;

  const currencies = namedCodes(currencyCodes, 'currency').map(({ code, name }) => ({
    code,
    name: `${name} (${code})`,
  }));
  const countries = [
    { code: '', name: 'Leave open' },
    ...namedCodes(countryCodes, 'region').map((one) => ({
      ...one,
      currency: homeCurrencyOf(one.code),
    })),
  ];
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', defaults.timeZone])];
  return plainPage({
    title: 'Set up your site',
    style,
    script,
    body: html`<h1>Set up your site</h1>
${problem ? html`<p class="alert" role="alert">${problem}</p>` : ''}
<form method="post" action="/setup">
<input type="hidden" name="token" value="${token}">
<fieldset><legend><span>Step 1 of 2</span>You, the owner</legend>
<p class="hint">Your account for the panel. You can invite others there.</p>
${input('username', 'Username', { autocomplete: 'username', max: nameMax })}
${input('ownerName', 'Your name', { autocomplete: 'name', max: nameMax, hint: 'Clients read it above your answers. Empty: your username.', isOpen: true })}
${input('email', 'Your email', { autocomplete: 'email', max: emailMax, type: 'email' })}
<div class="field"><label for="password">Password</label>
<div class="with-button"><input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required${described('password', 'At least 8 characters')}>
<button type="button" data-reveal hidden aria-controls="password">Show</button></div>
${below('password', 'At least 8 characters')}</div>
<div class="buttons"><button class="main" type="button" data-step="1" hidden>Next</button></div>
</fieldset>
<fieldset><legend><span>Step 2 of 2</span>Your agency</legend>
<p class="hint">What visitors read. All of it can be changed later, in the settings.</p>
${input('name', 'Name of the agency', { autocomplete: 'organization', max: 60 })}
${input('tagline', 'Tagline', { autocomplete: 'off', max: 200, hint: 'One line about what you do. You may leave it empty.', isOpen: true })}
<div class="two">
${input('contactEmail', 'Contact email', { autocomplete: 'work email', max: emailMax, type: 'email' })}
${input('phone', 'Phone', { autocomplete: 'work tel', max: 50, type: 'tel', hint: 'May stay empty', isOpen: true })}
</div>
<div class="two">
${select('country', 'Country', countries, typed.country ?? '', 'Sets the tax rates of your invoices, which you can change in the settings')}
${select('currency', 'Currency of prices', currencies, typed.currency ?? defaults.currency)}
</div>
${select(
  'timeZone',
  'Time zone',
  zones.map((code) => ({ code, name: code.replaceAll('_', ' ') })),
  typed.timeZone ?? defaults.timeZone,
  'Of working hours, and of dates on documents',
)}
<div class="buttons"><button class="second" type="button" data-step="0" hidden>Back</button>
<button class="main">Set up the site</button></div>
</fieldset>
</form>`,
  });
}

/** Returns the page that is shown once the first owner has been created. It lists what remains to be set up. */
export const firstStartDonePage = () =>
  plainPage({
    title: 'Your site is set up',
    style,
    body: html`<h1>Your site is set up</h1>
<p>You are signed in as its owner, and visitors see the first pages. What comes next:</p>
<ol>
<li>Publish your first service.</li>
<li>Send yourself a test mail, and check the records that let your mail through.</li>
<li>Read the legal texts, and confirm that they are right for you.</li>
<li>Give your account a second factor.</li>
<li>Set up payments and backups.</li>
</ol>
<p>The section Setup of the panel checks each of these, and says what to do.</p>
<div class="buttons"><a class="main" href="/admin?section=setup">Open Setup</a> <a class="second" href="/">See the site</a></div>`,
  });

/** Returns the page for an invalid or used setup link. */
export const firstStartGonePage = (reason: string) =>
  plainPage({
    title: 'This link opens nothing',
    style,
    body: html`<h1>This link opens nothing</h1>
<p>${reason}</p>
<p>There is an account already? <a href="/cplogin">Sign in</a>. Otherwise get a new link:</p>
<ul>
<li>restart the product: while there is no admin, each start prints a link to the terminal and the log, good for 48 hours;</li>
<li>or make the account in the terminal: <code>npm run admin -- create USERNAME --email ADDRESS</code></li>
</ul>`,
  });
