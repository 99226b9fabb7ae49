import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { dateInWords } from '~/contract/common/date-words';
import { addDays } from '~/contract/common/dates';
import { AppError, changedMeanwhile } from '~/contract/common/errors';
import { type AnyLegalPage, allLegalPages, legalPath } from '~/contract/legal/legal';
import type { LegalRecord, StoredVersion } from '~/contract/legal/legal-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { seedSettings } from '~/server/seed/settings';
import { expectFieldError, fillForm } from '~/testing/forms';
import { pageOf, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

const today = () => new Date().toISOString().slice(0, 10);

type LegalAnswers = NonNullable<NonNullable<Answers['admin']>['legal']>;

const settings = Object.fromEntries(
  Object.entries(seedSettings).map(([key, value]) => [key, { value, updatedAt: null }]),
) as unknown as AllSettings;

const own: StoredVersion = {
  version: 1,
  title: 'Terms of Service',
  text: 'What {{agency}} promises.\n\n## Payment\n\nWithin 14 days.',
  effectiveOn: '2025-07-15',
  author: '',
  createdAt: null,
  isWithdrawn: false,
  isDefault: true,
};
const template = { title: 'Imprint', text: 'Who is responsible.\n\n## Provider\n\nName one here.' };

/** Fake server of legal texts that stores changes. */
function legalOf(begun: Partial<Record<AnyLegalPage, StoredVersion[]>> = { terms: [own] }) {
  const stored = new Map(Object.entries(begun) as [AnyLegalPage, StoredVersion[]][]);
  const recordOf = (page: AnyLegalPage): LegalRecord => {
    const versions = stored.get(page) ?? [];
    const current = versions.find(({ effectiveOn }) => effectiveOn <= today());
    const newest = versions[0];
    return {
      page,
      title: current?.title ?? (page === 'imprint' ? template.title : page),
      path: legalPath(page),
      isPublished: current !== undefined && !current.isWithdrawn,
      isDefault: current?.isDefault ?? false,
      version: current ? `${current.version}.0` : '',
      effectiveOn: current?.effectiveOn ?? null,
      upcoming: newest && newest !== current ? newest : null,
      isToBeWithdrawn: false,
      editedBy: newest?.author ?? '',
      editedAt: newest?.createdAt ?? null,
      versions,
      draft: newest && !newest.isWithdrawn ? newest : template,
      words: { agency: 'Kestrel', phone: '' },
    };
  };
  const add = (page: AnyLegalPage, changes: Partial<StoredVersion>) => {
    const versions = stored.get(page) ?? [];
    const version = (versions[0]?.version ?? 0) + 1;
    const before = versions[0] ?? own;
    const added = { author: 'Admin Aldridge', createdAt: '2026-05-04T10:00:00.000Z' };
    stored.set(page, [
      { ...before, ...added, isDefault: false, isWithdrawn: false, ...changes, version },
      ...versions,
    ]);
    return recordOf(page);
  };
  const seen = (page: AnyLegalPage, version: number) => {
    if (version !== (stored.get(page)?.[0]?.version ?? 0)) {
      throw new AppError('CONFLICT', changedMeanwhile);
    }
  };
  const answers: LegalAnswers = {
    list: () => allLegalPages.map(recordOf),
    get: ({ page }) => recordOf(page),
    preview: ({ page, title, text }) => ({
      ...{ page, title, lead: text.split('\n')[0] ?? '', version: '2.0' },
      ...{ updatedOn: today(), effectiveOn: today(), isCurrent: true, upcoming: null },
      earlier: [],
      sections: [{ id: 'a', title: 'A section', html: `<p>${text.split('\n').at(-1)}</p>` }],
    }),
    save: ({ page, seenVersion, ...change }) => {
      seen(page, seenVersion);
      return add(page, change);
    },
    withdraw: ({ page, seenVersion }) => {
      seen(page, seenVersion);
      return add(page, { isWithdrawn: true, effectiveOn: today() });
    },
  };
  return { answers, add };
}

async function open(page: AnyLegalPage | '', server = legalOf()) {
  const search = `?section=settings&tab=legal${page && `&open=${page}`}`;
  const panel = await renderSection(search, {
    settings: { get: () => settings },
    users: { page: () => pageOf([]) },
    legal: server.answers,
  });
  if (page) await screen.findByRole('form');
  return { ...panel, ...server };
}

const form = () => screen.getByRole('form');
const field = () => within(form()).getByRole('textbox', { name: 'Text' });
const save = () => within(form()).getByRole('button', { name: /^(Save|Publish) as/ });
const part = (user: { click(element: Element): Promise<void> }, name: string) =>
  user.click(screen.getByRole('radio', { name }));

describe('the list of legal texts', () => {
  it('shows which texts are on the site, and since when', async () => {
    const { user, location, back } = await open(
      '',
      legalOf({
        terms: [
          {
            ...own,
            version: 2,
            isDefault: false,
            author: 'Olive',
            createdAt: '2026-05-04T10:00:00.000Z',
            effectiveOn: '2025-08-02',
          },
          own,
        ],
        privacy: [{ ...own, title: 'Privacy Policy' }],
      }),
    );
    const item = (name: string) => screen.findByRole('listitem', { name });
    const row = async (name: string) => within(await item(name));
    const terms = await row('Terms of Service');
    expect(terms.getByText('Published')).toBeVisible();
    expect(await item('Terms of Service')).toHaveTextContent(
      'Version 2.0 has been effective since 2 Aug 2025Last edited by Olive, 4 May 2026',
    );
    expect(terms.getByRole('link', { name: /^View on site/ })).toHaveAttribute('href', '/terms');
    expect((await row('Privacy Policy')).getByText('Default text')).toBeVisible();
    const imprint = await row('Imprint');
    expect(imprint.getByText('Not published')).toBeVisible();
    expect(imprint.queryByRole('link', { name: /^View on site/ })).toBeNull();

    await user.click(terms.getByRole('link', { name: 'Terms of Service' }));
    await screen.findByRole('form');
    expect(location()).toBe('/admin?section=settings&tab=legal&open=terms');
    back();
    await row('Imprint');
  });
});

describe('a legal text', () => {
  it('is saved as the next version, effective from the selected day', async () => {
    const { user, api } = await open('terms');
    expect(save()).toBeDisabled();
    const later = addDays(today(), 30);
    await fillForm(user, form(), { Text: 'Short.\n\n## All\n\nAsk us.', 'Effective from': later });
    const effect = `Version 2.0 takes effect on ${dateInWords(later)}. Until then, visitors see version 1.0.`;
    expect(within(form()).getByText(effect, { exact: false })).toBeVisible();
    expect(save()).toHaveTextContent('Save as version 2.0');
    await user.click(save());
    await waitFor(() => expect(shownToasts()).toEqual([`SuccessSaved. ${effect}`]));
    expect(api.inputsOf('admin.legal.save')).toEqual([
      {
        ...{ page: 'terms', title: 'Terms of Service', text: 'Short.\n\n## All\n\nAsk us.' },
        ...{ effectiveOn: later, seenVersion: 1 },
      },
    ]);
    await waitFor(() => expect(save()).toHaveTextContent('Save as version 3.0'));
    expect(save()).toBeDisabled();
    expect(localStorage).toHaveLength(0);
  });

  it('inserts a variable at the cursor, and refuses an unknown one', async () => {
    const { user, api } = await open('terms');
    await part(user, 'Variables');
    const variables = within(screen.getByRole('region', { name: 'Variables' }));
    expect(variables.getByText('Kestrel')).toBeVisible();
    expect(variables.getAllByText('Currently empty').length).toBeGreaterThan(0);
    await fillForm(user, form(), { Text: 'By ' });
    await user.click(variables.getByRole('button', { name: 'Insert {{agency}}' }));
    await waitFor(() => expect(field()).toHaveValue('By {{agency}}'));
    expect(field()).toHaveFocus();

    await user.paste(' and {{competitor}}');
    await user.click(save());
    await waitFor(() => expect(field()).toBeInvalid());
    expect(within(form()).getByText(/^Unknown variable \{\{competitor\}\}/)).toBeVisible();
    expect(api.inputsOf('admin.legal.save')).toEqual([]);
  });

  it('shows a server error at its field, and offers a day that the server accepts', async () => {
    const server = legalOf();
    const day = addDays(today(), 40);
    const { user } = await open('terms', {
      ...server,
      answers: {
        ...server.answers,
        save: (change) => {
          if (change.effectiveOn !== day) {
            throw new AppError('BAD_REQUEST', 'A later version cannot hold earlier', {
              issues: [{ path: 'effectiveOn', message: 'Please choose a day', suggestion: day }],
            });
          }
          return server.add('terms', change);
        },
      },
    });
    await fillForm(user, form(), { Title: 'Terms' });
    await user.click(save());
    await expectFieldError(form(), 'Effective from', 'Please choose a day');
    await user.click(within(form()).getByRole('button', { name: `Use ${day}` }));
    await user.click(save());
    await waitFor(() => expect(shownToasts().at(-1)).toContain(dateInWords(day)));
  });

  it('keeps unsaved input over a reload, until it is discarded', async () => {
    const { user, unmount } = await open('terms');
    await fillForm(user, form(), { Text: 'Half a sentence' });
    unmount();
    const again = await open('terms');
    await waitFor(() => expect(field()).toHaveValue('Half a sentence'));
    await again.user.click(within(form()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(field()).toHaveValue(own.text));
  });

  it('keeps the input on a conflict, and can be saved after the other version', async () => {
    const { user, add, api } = await open('terms');
    await fillForm(user, form(), { Text: 'Mine' });
    add('terms', { text: 'Theirs', effectiveOn: '2025-08-01' });
    await user.click(save());
    const alert = await within(form()).findByRole('alert');
    expect(alert).toHaveTextContent('Another admin changed this record');
    expect(field()).toHaveValue('Mine');
    await user.click(within(alert).getByRole('button', { name: 'Save as next version' }));
    await waitFor(() => expect(save()).toHaveTextContent('Save as version 4.0'));
    expect(api.inputsOf('admin.legal.save')).toMatchObject([
      { text: 'Mine', seenVersion: 1 },
      { text: 'Mine', seenVersion: 2 },
    ]);
  });
});

describe('the versions of a legal text', () => {
  const two = () =>
    legalOf({
      terms: [
        {
          ...{ ...own, version: 2, isDefault: false, effectiveOn: '2025-08-01' },
          ...{ author: 'Olive', createdAt: '2025-12-24T10:00:00.000Z' },
          text: own.text.replace('14 days', '30 days'),
        },
        own,
      ],
    });

  it('are shown, compared, and used as a starting point', async () => {
    const { user } = await open('terms', two());
    await part(user, 'Versions');
    const list = await screen.findByRole('list', { name: 'Versions' });
    const versions = within(list);
    expect(list).toHaveTextContent('Effective from 1 Aug 2025Written by Olive, 24 Dec 2025');

    await user.click(versions.getByRole('button', { name: 'Show: version 1.0' }));
    const shown = within(await screen.findByRole('dialog', { name: /^Version 1.0 of/ }));
    expect(await shown.findByText('Within 14 days.')).toBeInTheDocument();
    await user.click(shown.getByRole('radio', { name: 'Source' }));
    expect(shown.getByText(/^What \{\{agency\}\} promises/)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(versions.getByRole('button', { name: 'Compare: version 2.0' }));
    const compared = within(await screen.findByRole('dialog', { name: /^Compare versions/ }));
    expect(await compared.findByText('1 line removed, 1 line added.')).toBeInTheDocument();
    expect(compared.getByText('30')).toBeInTheDocument();
    await user.selectOptions(compared.getByLabelText('Before'), 'Version 2.0');
    expect(compared.getByText('No differences.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(versions.getByRole('button', { name: 'Use this text: version 1.0' }));
    expect(field()).toHaveValue(own.text);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(field()).toHaveValue(own.text.replace('14 days', '30 days')));
  });
});

describe('an optional page', () => {
  it('is published by its first save, and withdrawn after a confirmation', async () => {
    const { user, api } = await open('imprint');
    expect(screen.getByRole('note')).toHaveTextContent('This is a template');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(save()).toHaveTextContent('Publish as version 1.0');
    await user.click(save());
    await waitFor(() =>
      expect(shownToasts()).toEqual([
        'SuccessSaved. The page goes live immediately and is linked in the footer of every page.',
      ]),
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Immediately, \/legal\/imprint shows/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(shownToasts().at(-1)).toBe('Success“Imprint” withdrawn'));
    expect(api.inputsOf('admin.legal.withdraw')).toEqual([{ page: 'imprint', seenVersion: 1 }]);
    expect(await screen.findByText('This page is withdrawn')).toBeVisible();
    expect(save()).toHaveTextContent('Publish as version 3.0');
  });
});
