import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';

import type { SocialLink } from '~/contract/settings/settings';
import { RowTools } from '~/web/admin/form/row-tools';
import { IconPlus } from '~/web/ui/icons';

/** Field for an ordered list of named URLs. Rows without a name or a URL are dropped on save. */
export function LinksField(props: {
  links: SocialLink[];
  /** Returns the error of a field by index and name, such as `2.url`. */
  errorOf(path: string): string | undefined;
  onChange(links: SocialLink[]): void;
}) {
  const { links, errorOf, onChange } = props;
  const change = (at: number, part: Partial<SocialLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <Fieldset legend="Links">
      <Stack gap="md">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <div key={index} className="link-row">
            <TextInput
              label={`Name of link ${index + 1}`}
              value={link.label}
              error={errorOf(`${index}.label`)}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              label={`Address of link ${index + 1}`}
              type="url"
              placeholder="https://"
              value={link.url}
              error={errorOf(`${index}.url`)}
              onChange={(event) => change(index, { url: event.currentTarget.value })}
            />
            <RowTools noun="link" index={index} rows={links} onChange={onChange} />
          </div>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...links, { label: '', url: '' }])}
          >
            Add link
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
