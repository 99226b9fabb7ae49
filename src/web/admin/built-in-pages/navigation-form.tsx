import { ActionIcon, Checkbox, Group, Stack, Text } from '@mantine/core';

import {
  builtInPages,
  type HideablePage,
  hideablePages,
  type PageKey,
  pageKeys,
} from '~/contract/built-in-pages/built-in-pages';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { IconArrowDown, IconArrowUp } from '~/web/ui/icons';

const isHideable = (key: PageKey): key is HideablePage => hideablePages.some((one) => one === key);

/** Form for the visible pages and their order in the navigation. */
export function NavigationForm({ texts }: { texts: AllPageTexts }) {
  const nameOf = (key: PageKey) => texts.pages.value[key]?.label || builtInPages[key].label;
  return (
    <SettingForm
      settingKey="navigation"
      title="Navigation"
      note="Hidden pages are removed from your site. Their content is kept."
      setting={texts.navigation}
      fields={(form) => {
        const { bar, hidden } = form.draft;
        const rest = pageKeys.filter((key) => !bar.includes(key));
        const move = (from: number, to: number) => {
          const next = [...bar];
          next.splice(to, 0, ...next.splice(from, 1));
          form.set('bar', next);
        };
        const show = (key: HideablePage, isShown: boolean) =>
          form.set('hidden', isShown ? hidden.filter((one) => one !== key) : [...hidden, key]);
        const list = (key: PageKey, isListed: boolean) =>
          form.set('bar', isListed ? [...bar, key] : bar.filter((one) => one !== key));
        return [
          <Stack key="pages" component="ul" gap={0} className="navigation-list" aria-label="Pages">
            {[...bar, ...rest].map((key) => {
              const at = bar.indexOf(key);
              const isListed = at >= 0;
              const isShown = !isHideable(key) || !hidden.includes(key);
              const name = nameOf(key);
              return (
                <li key={key}>
                  <Text fw={600} c={isShown ? undefined : 'dimmed'} flex={1}>
                    {name}
                  </Text>
                  <Group gap="lg" className="navigation-flags">
                    <Checkbox
                      label="In the navigation"
                      aria-label={`${name} in the navigation`}
                      checked={isListed}
                      onChange={(event) => list(key, event.currentTarget.checked)}
                    />
                    <Checkbox
                      label="Visible"
                      aria-label={`${name} visible`}
                      checked={isShown}
                      disabled={!isHideable(key)}
                      onChange={(event) =>
                        isHideable(key) && show(key, event.currentTarget.checked)
                      }
                    />
                  </Group>
                  <Group gap={2} wrap="nowrap">
                    <ActionIcon
                      aria-label={`Move ${name} up`}
                      variant="subtle"
                      color="gray"
                      disabled={at <= 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <IconArrowUp size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Move ${name} down`}
                      variant="subtle"
                      color="gray"
                      disabled={!isListed || at === bar.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <IconArrowDown size={16} aria-hidden />
                    </ActionIcon>
                  </Group>
                </li>
              );
            })}
          </Stack>,
          form.errors.bar && (
            <Text key="error" c="red" fz="sm" role="alert">
              {form.errors.bar}
            </Text>
          ),
        ];
      }}
    />
  );
}
