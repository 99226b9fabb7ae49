import { MantineProvider } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';

import { contentSchemas } from '~/contract/content/content-schemas';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { renderPart } from '~/testing/render';
import { type RecordForm, useRecordForm } from '~/web/admin/form/use-record-form';
import { contentSections } from '~/web/admin/section-code';

type Form = (props: { onRead?(field: string): void; wrong?: string }) => ReactNode;

/** The form's inputs over a draft that records which of its fields are read. */
function formOf<Draft extends object>(
  initial: Draft,
  Fields: (props: { form: RecordForm<Draft>; isNew: boolean }) => ReactNode,
): Form {
  return function Form({ onRead, wrong }) {
    const form = useRecordForm({
      keeping: { name: 'fields' },
      initial,
      schema: {
        safeParse: (data) =>
          wrong
            ? { success: false, error: { issues: [{ path: wrong.split('.'), message: 'Wrong' }] } }
            : { success: true, data },
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

// An autosizing field measures itself again when a font has loaded; the test DOM has no fonts.
beforeAll(() => {
  // Required by dragging.
  document.prepend(document.implementation.createDocumentType('html', '', ''));
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});

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

const acceptsBoolean = (type: z.ZodType) => type.safeParse(true).success;

const typedFields = cases.flatMap((one) =>
  Object.entries(one.schema.shape)
    // A switch is never invalid.
    .filter(([, type]) => !acceptsBoolean(type as z.ZodType))
    .flatMap(([field, type]) => {
      const isList = (type as z.ZodType).safeParse([]).success;
      return [field, ...(isList ? [`${field}.0`] : [])].map((path) => ({ ...one, path }));
    }),
);

it.each(typedFields)(
  'shows an error at $path of a $noun, on the tab with its input',
  async (one) => {
    await renderPart(
      <MantineProvider>
        <one.Form wrong={one.path} />
      </MantineProvider>,
      { answers },
    );
    fireEvent.submit(screen.getByRole('form', { name: 'Record' }));
    const error = await screen.findByText(/^((Row|Block|Exhibit) 1: )?Wrong$/);
    await waitFor(() => {
      const panel = error.closest<HTMLElement>('[role="tabpanel"]');
      expect(panel === null || panel.style.display !== 'none').toBe(true);
    });
  },
);
