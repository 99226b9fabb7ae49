import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { AdminService } from '~/contract/services/services-form-schema';
import { fillForm } from '~/testing/forms';
import { drawer, drawerElement, pageOf, renderSection, sampleAdminService } from '~/testing/panel';
import { type Answers, createGate, shownToasts } from '~/testing/render';

type ServiceAnswers = NonNullable<NonNullable<Answers['admin']>['services']>;

function servicesOf(start = sampleAdminService()) {
  let service = start;
  const set = (changes: Partial<AdminService>) => {
    service = { ...service, ...changes };
    return service;
  };
  const answers: ServiceAnswers = {
    page: () => pageOf(service.deletedAt ? [] : [service]),
    get: () => service,
    update: ({ isActive }) => set({ isActive: isActive !== false }),
    remove: () => {
      set({ deletedAt: '2026-05-05T10:00:00.000Z' });
      return { id: service.id };
    },
    restore: () => set({ deletedAt: null }),
  };
  return { answers, set };
}

const text = (name: string) => drawer().getByRole('textbox', { name });
const press = (name: string) => drawer().getByRole('button', { name });

/** Simulates that another admin has saved the record in the meantime. */
const conflict = () => {
  throw new AppError('CONFLICT', 'Another admin changed this record');
};

describe('the form of a new service', () => {
  it('shows missing fields, and counts the characters of the meta title', async () => {
    const { user, api } = await renderSection('?section=services&open=new', {
      services: servicesOf().answers,
    });
    await user.click(await drawer().findByRole('button', { name: 'Create service' }));
    expect(await drawer().findByText('Name is required')).toBeVisible();
    await waitFor(() => expect(text('Name')).toHaveFocus());
    await user.click(drawer().getByRole('tab', { name: 'SEO' }));
    await fillForm(user, drawerElement(), { 'Meta title': 'Rescue' });
    expect(drawer().getByText('6/60 characters')).toBeVisible();
    expect(api.inputsOf('admin.services.create')).toEqual([]);
  });

  it('suggests a free slug if one is taken', async () => {
    const message = '“brand-identity” is taken';
    const { user } = await renderSection('?section=services&open=new', {
      services: {
        ...servicesOf().answers,
        create: () => {
          throw new AppError('CONFLICT', message, {
            issues: [{ path: 'slug', message, suggestion: 'brand-identity-2' }],
          });
        },
      },
    });
    await drawer().findByRole('button', { name: 'Create service' });
    await fillForm(user, drawerElement(), {
      Name: 'Brand Identity',
      'Short description': 'A face for it',
      'Starting price': '10',
      Slug: 'brand-identity',
    });
    await user.click(press('Create service'));
    await waitFor(() =>
      expect(text('Slug')).toHaveAccessibleDescription(expect.stringContaining(message)),
    );
    expect(drawer().queryByText('Another admin changed this record')).not.toBeInTheDocument();
    await user.click(press('Use “brand-identity-2”'));
    expect(text('Slug')).toHaveValue('brand-identity-2');
  });
});

describe('editing a service', () => {
  const open = async (services: ServiceAnswers) => {
    const panel = await renderSection('?section=services&open=2', { services });
    await drawer().findByRole('button', { name: 'Save' });
    return panel;
  };
  const retype = (user: UserEvent, words: string) =>
    fillForm(user, drawerElement(), { 'Short description': words });

  it('asks for a confirmation before unsaved changes are lost', async () => {
    const { user, location } = await open(servicesOf().answers);
    await retype(user, 'What I typed');
    await user.click(press('Cancel'));
    const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(question()).not.toBeInTheDocument());
    expect(text('Short description')).toHaveValue('What I typed');
    await user.click(press('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location()).toBe('/admin?section=services'));
  });

  it('keeps the input on a conflict, and can load the other version', async () => {
    const { answers, set } = servicesOf();
    const { user } = await open({ ...answers, update: conflict });
    await retype(user, 'What I typed');
    set({ description: 'What they typed' });
    await user.click(press('Save'));
    expect(await drawer().findByText('Another admin changed this record')).toBeVisible();
    expect(text('Short description')).toHaveValue('What I typed');
    await user.click(press('Load theirs'));
    await waitFor(() => expect(text('Short description')).toHaveValue('What they typed'));
    expect(drawer().queryByText('Another admin changed this record')).not.toBeInTheDocument();
  });

  it('can overwrite the version of another admin', async () => {
    const { answers } = servicesOf();
    const { user, api, location } = await open({
      ...answers,
      update: ({ expectedUpdatedAt }) =>
        expectedUpdatedAt ? conflict() : sampleAdminService({ description: 'What I typed' }),
    });
    await retype(user, 'What I typed');
    await user.click(press('Save'));
    await user.click(await drawer().findByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(location()).toBe('/admin?section=services'));
    expect(shownToasts()).toEqual(['SuccessService updated successfully']);
    const [first, second] = api.inputsOf('admin.services.update');
    expect(first).toMatchObject({ expectedUpdatedAt: '2026-05-04T10:00:00.000Z' });
    expect(second).not.toHaveProperty('expectedUpdatedAt');
  });

  it('restores unsaved input when the session ended during a save', async () => {
    const { answers } = servicesOf();
    const unanswered = createGate<AdminService>();
    const { user, api } = await open({ ...answers, update: () => unanswered.answer });
    await retype(user, 'What I typed');
    await user.click(press('Save'));
    await waitFor(() => expect(api.inputsOf('admin.services.update')).toHaveLength(1));
    // Simulates the redirect to sign-in.
    cleanup();
    await open(answers);
    expect(text('Short description')).toHaveValue('What I typed');
  });

  it('keeps the input when the refetch fails', async () => {
    const { answers } = servicesOf();
    const { user, api, announce } = await open(answers);
    await retype(user, 'What I typed');
    api.answer({
      admin: {
        services: {
          get: () => {
            throw new Error('the connection was lost');
          },
        },
      },
    });
    announce();
    expect(await drawer().findByText('Failed to load')).toBeVisible();
    expect(text('Short description')).toHaveValue('What I typed');
    api.answer({ admin: { services: { get: answers.get as NonNullable<typeof answers.get> } } });
    await user.click(press('Try again'));
    await waitFor(() => expect(drawer().queryByText('Failed to load')).not.toBeInTheDocument());
    expect(text('Short description')).toHaveValue('What I typed');
  });
});
