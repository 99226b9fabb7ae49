import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';

import { RowTools } from '~/web/admin/form/row-tools';
import { IconPlus } from '~/web/ui/icons';
import type { BlockLink } from './block-fields-schema';
import type { BlockOf, BlockType } from './block-schemas';

/** Props of the form of a block type. */
export interface BlockFormProps<Type extends BlockType> {
  block: BlockOf<Type>;
  /** Returns the error of a field by its path within the block, such as `links.0.to`. */
  errorOf(path: string): string | undefined;
  onChange(block: BlockOf<Type>): void;
}

type TextKey<Values> = {
  [Key in keyof Values]: Values[Key] extends string ? Key : never;
}[keyof Values] &
  string;

/** Returns a function that returns the props of the text field for a field of the block. */
export function blockTexts<Type extends BlockType>(props: BlockFormProps<Type>) {
  const { block, errorOf, onChange } = props;
  return (key: TextKey<BlockOf<Type>>) => ({
    value: block[key] as string,
    error: errorOf(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...block, [key]: event.currentTarget.value }),
  });
}

/** Field for the buttons of a block. */
export function BlockLinksField(props: {
  links: BlockLink[];
  max: number;
  errorOf(path: string): string | undefined;
  onChange(links: BlockLink[]): void;
}) {
  const { links, max, errorOf, onChange } = props;
  const change = (at: number, part: Partial<BlockLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <Fieldset legend="Buttons">
      <Stack gap="sm">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={2}
              label={`Label of button ${index + 1}`}
              value={link.label}
              error={errorOf(`links.${index}.label`)}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              flex={3}
              label={`Link of button ${index + 1}`}
              placeholder="/contact, #questions or https://"
              value={link.to}
              error={errorOf(`links.${index}.to`)}
              onChange={(event) => change(index, { to: event.currentTarget.value })}
            />
            <RowTools noun="button" index={index} rows={links} onChange={onChange} />
          </Group>
        ))}
        {errorOf('links') && <ListError>{errorOf('links')}</ListError>}
        {links.length < max && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange([...links, { label: '', to: '' }])}
            >
              Add button
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Shows the error of a list as a whole. */
export function ListError({ children }: { children: string | undefined }) {
  return (
    <p className="list-error" role="alert">
      {children}
    </p>
  );
}
