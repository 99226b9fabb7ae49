import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { ImportResult } from '~/contract/imports/imports-schema';
import { seedSettings } from '~/server/seed/settings';
import { choose as chooseOption, renderSection } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

const row = (place: number, outcome: 'new' | 'exists' | 'invalid', note = '') => ({
  ...{ place, kind: 'posts' as const, title: `Post ${place}`, slug: `post-${place}` },
  ...{ outcome, note, read: { publishedAt: '2026-03-01' } },
});

/** Opens the form with a fake server that sends these responses in order. @returns the requested URLs */
async function open(...answers: (Partial<ImportResult> | { message: string; status: number })[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers.shift() ?? {};
    if ('status' in answer) return Response.json(answer, { status: answer.status });
    const empty = { rows: [], notes: [], encodings: [], categories: [], isApplied: false, left: 0 };
    return Response.json({ ...empty, ...answer });
  });
  const settings = Object.fromEntries(
    Object.entries(seedSettings).map(([key, value]) => [key, { value, updatedAt: null }]),
  );
  const panel = await renderSection('?section=settings&tab=import', {
    settings: { get: () => settings as never },
  });
  const part = within(await screen.findByRole('region', { name: 'Import' }));
  const choose = async (name: string, kind = 'Posts') => {
    await panel.user.click(part.getByRole('radio', { name: kind }));
    await panel.user.upload(part.getByLabelText('File to import'), new File(['x'], name));
  };
  return { ...panel, part, choose, asked };
}

describe('the import', () => {
  it('asks for the file’s content first, and lists its columns with a sample', async () => {
    const { user, part } = await open();
    expect(part.getByRole('button', { name: 'Choose a file' })).toBeDisabled();
    await user.click(part.getByRole('radio', { name: 'Services' }));
    expect(part.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
    expect(part.getByText(/^A CSV file with column names/)).toHaveTextContent(
      'Required: name, description.',
    );
    const sample = part.getByRole('link', { name: 'Download a sample' });
    expect(sample).toHaveAttribute('download', 'services.csv');
    expect(decodeURIComponent(sample.getAttribute('href') ?? '')).toContain('name,description,');
    await user.click(part.getByRole('radio', { name: 'WordPress export' }));
    expect(part.queryByRole('link', { name: 'Download a sample' })).toBeNull();
  });

  it('shows the result of each row before anything is stored, problems first', async () => {
    const { part, choose, asked } = await open({
      rows: [row(2, 'new'), row(3, 'exists'), row(4, 'invalid', 'title: Title is required')],
      notes: ['Unused columns: Colour'],
    });
    await choose('posts.csv');
    expect(await part.findByRole('status')).toHaveTextContent(
      '1 new, 1 already exists, 1 can’t be imported. Nothing is saved yet.',
    );
    expect(part.getByText('Unused columns: Colour')).toBeVisible();
    const [, first] = part.getAllByRole('row');
    expect(first).toHaveTextContent(
      '4PostsPost 4Cannot be importedRead as publishedAt: 2026-03-01title: Title is required',
    );
    expect(asked).toEqual(['/api/admin/import?kind=posts&apply=false']);
  });

  it('asks for the encoding, and reads the file again in the chosen one', async () => {
    const encodings = [
      { encoding: 'windows-1252' as const, lines: ['Poznañ'] },
      { encoding: 'windows-1250' as const, lines: ['Poznań'] },
    ];
    const { user, part, choose, asked } = await open(
      { rows: [row(2, 'new')], encodings },
      { rows: [row(2, 'new')], encodings },
      { rows: [row(2, 'new')], isApplied: true },
    );
    await choose('posts.csv');
    expect(await part.findByRole('button', { name: 'Import 1 entry' })).toBeDisabled();
    await user.click(
      part.getByRole('radio', { name: 'Central European (Windows-1250)', description: 'Poznań' }),
    );
    await waitFor(() => expect(part.getByRole('button', { name: 'Import 1 entry' })).toBeEnabled());
    await user.click(part.getByRole('button', { name: 'Import 1 entry' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessImported 1 entries']));
    expect(asked.slice(1, 3)).toEqual([
      '/api/admin/import?kind=posts&apply=false&encoding=windows-1250',
      '/api/admin/import?kind=posts&apply=true&encoding=windows-1250',
    ]);
  });

  it('offers a category for posts if the blog lacks theirs', async () => {
    const categories = ['Neuigkeiten', ''];
    const { user, part, choose, asked } = await open(
      { rows: [row(2, 'new')], categories },
      { rows: [row(2, 'new')], categories },
      { rows: [row(2, 'new')], isApplied: true },
    );
    await choose('posts.xml', 'WordPress export');
    const field = await part.findByRole('combobox', { name: 'Default category' });
    expect(field).toHaveAccessibleDescription(
      'The blog does not have: Neuigkeiten. Some posts have no category. Without a default category, these posts become drafts.',
    );
    await chooseOption(user, field, 'Business');
    await waitFor(() => expect(part.getByRole('button', { name: 'Import 1 entry' })).toBeEnabled());
    await user.click(part.getByRole('button', { name: 'Import 1 entry' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessImported 1 entries']));
    expect(asked.slice(1, 3)).toEqual([
      '/api/admin/import?kind=posts&apply=false&category=Business',
      '/api/admin/import?kind=posts&apply=true&category=Business',
    ]);
  });

  it('continues with a long file until it is complete', async () => {
    const rows = [row(2, 'new'), row(3, 'new')];
    const stored = [row(2, 'exists'), row(3, 'exists')];
    const { user, part, choose, asked } = await open(
      { rows },
      { rows: [row(2, 'new', 'A picture stays'), row(3, 'new', 'Left')], isApplied: true, left: 1 },
      { rows: [row(2, 'exists'), row(3, 'new')], isApplied: true },
      { rows: stored },
    );
    await choose('posts.csv');
    await user.click(await part.findByRole('button', { name: 'Import 2 entries' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessImported 2 entries']));
    expect(asked.map((path) => path.endsWith('apply=true'))).toEqual([false, true, true, false]);
    expect(await part.findByRole('button', { name: 'Import 0 entries' })).toBeDisabled();
    expect(part.getByText('A picture stays')).toBeVisible();
    expect(part.queryByText('Left')).toBeNull();
  });
});
