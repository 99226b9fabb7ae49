import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { drawer, pageOf, renderSection, sampleQuote, sampleQuoteDetail } from '~/testing/panel';
import type { Answers } from '~/testing/render';

type QuoteAnswers = NonNullable<NonNullable<Answers['admin']>['quotes']>;

describe('a possible duplicate quote', () => {
  const merged = () => {
    const { id, name, email, company, serviceName, createdAt } = sampleQuote({
      id: 12,
      name: 'Mary Godwin',
    });
    return { id, name, email, company, serviceName, createdAt };
  };
  /** Fake server with quote 11, into which quote 12 can be merged. */
  function answers() {
    let isMerged = false;
    const quote = sampleQuote({ id: 11, name: 'Mary Shelley', email: 'mary@example.com' });
    const facts = { phone: '', budget: 'discuss', timeline: 'flexible', projectDetails: 'Second' };
    const all: QuoteAnswers = {
      page: () => pageOf([quote]),
      get: ({ id }) =>
        sampleQuoteDetail({
          quote: id === 12 ? sampleQuote({ ...merged() }) : quote,
          mergedInto: id === 12 && isMerged ? 11 : null,
          merged: isMerged && id === 11 ? [{ ...merged(), ...facts }] : [],
          duplicates: isMerged ? [] : [{ ...merged(), same: 'phone' }],
        }),
      merge: () => {
        isMerged = true;
        return quote;
      },
      separate: () => {
        isMerged = false;
        return quote;
      },
    };
    return all;
  }

  it('is merged with one click, and separated with Undo', async () => {
    const { user, api } = await renderSection('?section=quotes&open=11', { quotes: answers() });
    await user.click(await drawer().findByRole('button', { name: /^Merge the quote from Mary G/ }));
    expect(await drawer().findByText('Second')).toBeVisible();
    expect(drawer().queryByText('Possible duplicates')).toBeNull();
    expect(api.inputsOf('admin.quotes.merge')).toEqual([{ id: 12, into: 11 }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await drawer().findByText('Possible duplicates')).toBeVisible();
    expect(api.inputsOf('admin.quotes.separate')).toEqual([{ id: 12 }]);
  });

  it('that was merged links to the remaining quote, and cannot be answered', async () => {
    const all = answers();
    all.merge?.({ id: 12, into: 11 });
    const { location, user } = await renderSection('?section=quotes&open=12', { quotes: all });
    expect(await drawer().findByRole('button', { name: 'Separate quotes' })).toBeVisible();
    expect(drawer().queryByRole('link', { name: /Reply by email/ })).toBeNull();
    await user.click(drawer().getByRole('link', { name: 'Open that quote' }));
    await waitFor(() => expect(location()).toBe('/admin?section=quotes&open=11'));
  });
});
