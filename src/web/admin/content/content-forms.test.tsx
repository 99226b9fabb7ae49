import { MantineProvider } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { z } from 'zod';

import { contentSchemas } from '~/contract/content/content-schemas';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { renderPart } from '~/testing/render';
import { type RecordForm, useRecordForm } from '~/web/admin/form/use-record-form';
import { contentSections } from '~/web/admin/section-code';

type Form = (props: { onRead?(field: string): void; wrongAt?(): string[] }) => ReactNode;

/** Returns the form's inputs with a draft that records which of its fields are read. */
function formOf<Draft extends object>(
  initial: Draft,
  Fields: (props: { form: RecordForm<Draft>; isNew: boolean }) => ReactNode,
): Form {
  return function Form({ onRead, wrongAt }) {
    const form = useRecordForm({
      keeping: 'fields',
      initial,
      schema: {
        safeParse: (data) => {
          if (!wrongAt) return { success: true, data };
          const issues = wrongAt().map((path) => ({
            ...{ path: path.split('.'), message: `Wrong: ${path}` },
          }));
          return { success: false, error: { issues } };
        },
      },
      save: async () => {},
      onFailed: () => {},
    });
    const draft = new Proxy(form.draft, {
      get(target, key, receiver) {
        onRead?.(String(key));
        return Reflect.get(target, key, receiver);
      },
    });
    return (
      <form aria-label="Record" {...form.formProps}>
        <Fields form={{ ...form, draft }} isNew />
      </form>
    );
  };
}

const cases = await Promise.all(
  contentKeys.map(async (key) => {
    const { form } = await contentSections[key].code();
    return {
      noun: contentTypes[key].noun,
      schema: contentSchemas[key].fields,
      ...form((draft, fields, renamed) => ({ Form: formOf(draft, fields), renamed })),
    };
  }),
);

const answers = {
  portfolio: { cards: () => [] },
};

it.each(cases)('the form of a $noun has an input for each field of its schema', async (one) => {
  const read = new Set<string>();
  await renderPart(
    <MantineProvider>
      <one.Form onRead={(field) => read.add(field)} />
    </MantineProvider>,
    { answers },
  );
  for (const tab of screen.queryAllByRole('tab')) fireEvent.click(tab);
  const missing = Object.keys(one.schema.shape).filter(
    (field) => !read.has(one.renamed[field] ?? field),
  );
  expect(missing).toEqual([]);
});

const accepts = (type: z.ZodType, value: unknown) => type.safeParse(value).success;

it.each(cases)(
  'the form of a $noun shows an error at each field, on the tab with its input',
  async (one) => {
    const fields = Object.entries<z.ZodType>(one.schema.shape)
      // A switch is never invalid.
      .filter(([, type]) => !accepts(type, true));
    expect(fields.length).toBeGreaterThan(2);
    let wrong = fields.flatMap(([field, type]) => [
      field,
      ...(accepts(type, []) ? [`${field}.0`] : []),
    ]);
    await renderPart(
      <MantineProvider>
        <one.Form wrongAt={() => wrong} />
      </MantineProvider>,
      { answers },
    );
    const form = screen.getByRole('form', { name: 'Record' });
    const pathOfPanel = new Map<Element | null, string>();
    // An input of several fields shows the error of one of them at a time.
    while (wrong.length > 0) {
      fireEvent.submit(form);
      const errors = await waitFor(() => {
        const found = new Map(
          within(form)
            .getAllByText(/Wrong: /)
            .map((error) => [error.textContent?.split('Wrong: ').at(-1) ?? '', error]),
        );
        expect([...found.keys()].filter((path) => !wrong.includes(path))).toEqual([]);
        return found;
      });
      for (const [path, error] of errors) pathOfPanel.set(error.closest('[role=tabpanel]'), path);
      wrong = wrong.filter((path) => !errors.has(path));
    }
    for (const [panel, path] of pathOfPanel) {
      wrong = [path];
      fireEvent.submit(form);
      await waitFor(() => expect((panel as HTMLElement | null)?.style.display).not.toBe('none'));
    }
  },
);
