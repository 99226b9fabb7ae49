import { Button, FileButton, Group, Image, Text } from '@mantine/core';

import type { BrandImage } from '~/contract/settings/logo-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { toast } from '~/web/ui/toast-store';
import { type Ground, useLogoWarnings } from './logo-warnings';
import { brandImageUrl, readBrandImage } from './read-brand-image';

interface Draft {
  light: BrandImage | null;
  dark: BrandImage | null;
  icon: BrandImage | null;
  hasName: boolean;
}

const empty: Draft = { light: null, dark: null, icon: null, hasName: false };

const images = [
  ['light', 'Logo', 'On pages, emails, share images and documents.', 'light'],
  [
    'dark',
    'Logo for dark backgrounds',
    'Optional. For when the main logo is hard to read on dark backgrounds.',
    'dark',
  ],
  ['icon', 'Icon', 'Shown in browser tabs. Defaults to the logo or your initial.', 'light'],
] as const;

const shownOn: Record<(typeof images)[number][0], (draft: Draft) => readonly Ground[]> = {
  light: ({ dark }) => (dark ? ['light'] : ['light', 'dark']),
  dark: () => ['dark'],
  icon: () => [],
};

/** Form for the agency's logos and icon. */
export function LogoSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="logo"
      title="Logo"
      note="SVG, PNG, JPEG or WebP. SVG stays sharp at every size; scripts and external links are removed."
      setting={settings.logo}
      draftOf={(logo): Draft => logo ?? empty}
      toValue={({ light, ...rest }) => (light ? { light, ...rest } : null)}
      fields={(form) => [
        ...images.map(([name, label, note, ground]) => (
          <BrandImageField
            key={name}
            label={label}
            note={note}
            ground={ground}
            shownOn={shownOn[name](form.draft)}
            image={form.draft[name]}
            error={form.errors[name] ?? form.errors[`${name}.data`]}
            onChange={(image) => form.set(name, image)}
          />
        )),
        {
          kind: 'switch',
          name: 'hasName',
          label: 'The logo contains the agency name',
          description: 'The name is then not shown next to it.',
        },
      ]}
    />
  );
}

function BrandImageField(props: {
  label: string;
  note: string;
  ground: Ground;
  /** Backgrounds on which the picture is displayed and must be readable. */
  shownOn: readonly Ground[];
  image: BrandImage | null;
  error: string | undefined;
  onChange(image: BrandImage | null): void;
}) {
  const { label, image, onChange } = props;
  const warnings = useLogoWarnings(image, props.shownOn);
  const choose = async (file: File | null) => {
    if (!file) return;
    try {
      onChange(await readBrandImage(file));
    } catch (error) {
      toast({ title: 'Error', description: (error as Error).message, variant: 'destructive' });
    }
  };
  return (
    <Group align="center" wrap="nowrap">
      <div className="brand-image" data-ground={props.ground}>
        {image ? (
          <Image src={brandImageUrl(image)} alt={label} fit="contain" h={44} w="auto" />
        ) : null}
      </div>
      <div>
        <Text fw={600} fz="sm">
          {label}
        </Text>
        <Text c="dimmed" fz="xs">
          {props.note}
        </Text>
        {warnings.map((warning) => (
          <Text key={warning} fz="xs" c="var(--danger)" role="status">
            {warning}
          </Text>
        ))}
        {props.error && (
          <Text c="red" fz="xs" role="alert">
            {props.error}
          </Text>
        )}
        <Group gap="xs" mt={6}>
          <FileButton
            accept="image/svg+xml,image/png,image/jpeg,image/webp"
            onChange={(file) => void choose(file)}
            inputProps={{ 'aria-label': `Choose a file: ${label}` }}
          >
            {(file) => (
              <Button {...file} size="compact-sm" variant="default">
                {image ? 'Replace' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {image && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Remove: ${label}`}
              onClick={() => onChange(null)}
            >
              Remove
            </Button>
          )}
        </Group>
      </div>
    </Group>
  );
}
