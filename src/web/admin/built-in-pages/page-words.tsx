import { Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type PageKey, placeholders } from '~/contract/built-in-pages/built-in-pages';
import type { ChangedTexts } from '~/contract/built-in-pages/built-in-pages-schema';
import {
  isLongText,
  type TextName,
  textLabels,
  textMax,
  textNames,
} from '~/contract/built-in-pages/text-names';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { useQuery } from '~/web/lib/queries';

const hints = Object.entries(placeholders)
  .map(([name, text]) => `${name} stands for ${text}`)
  .join('; ');

/**
 * Form for headings, buttons and search texts of one page. An empty field shows the default text as
 * its placeholder, and the page then uses the default.
 */
export function PageWords({ page, texts }: { page: PageKey; texts: AllPageTexts }) {
  const { api } = useRouter().options.context;
  const { data: defaults } = useQuery(api.admin.pageTexts.defaults.queryOptions());
  return (
    <SettingForm
      settingKey="pages"
      part={page}
      title="Headings and buttons"
      note={`Empty fields keep the text shown. ${hints}.`}
      setting={texts.pages}
      toValue={withoutEmpty}
      fields={(form) => {
        const changed: Partial<Record<TextName, string>> = form.draft[page] ?? {};
        return textNames[page].map((name: TextName) => {
          const Field = isLongText(name) ? Textarea : TextInput;
          return (
            <Field
              key={name}
              label={textLabels[name]}
              placeholder={defaults?.[page][name] ?? ''}
              maxLength={textMax(name)}
              {...(isLongText(name) && { autosize: true, minRows: 2 })}
              value={changed[name] ?? ''}
              error={form.errors[`${page}.${name}`]}
              onChange={(event) =>
                form.set(page, { ...form.draft[page], [name]: event.currentTarget.value })
              }
            />
          );
        });
      }}
    />
  );
}

/** Returns only the texts that differ from the default. Default texts are not stored. */
function withoutEmpty(draft: ChangedTexts): ChangedTexts {
  const pages = Object.entries(draft).map(([page, texts]) => [
    page,
    Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim())),
  ]);
  return Object.fromEntries(pages.filter(([, texts]) => Object.keys(texts ?? {}).length > 0));
}
