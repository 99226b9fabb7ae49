import { Button, Menu, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

import { deleted } from '~/web/admin/ui/notices';
import { IconPlus } from '~/web/ui/icons';
import { toast } from '~/web/ui/toast-store';
import { PartRows } from './part-rows';
import { hasErrorAt, moved, usePartKeys } from './use-part-keys';

const wordsMax = 80;

interface Row<Part> {
  key: number;
  part: Part;
}

/** Defines how parts of a list are displayed and changed. */
interface PartEditor<Part> {
  /** Label for editors. */
  label: string;
  /** Returns a text that distinguishes a part from others of its kind. */
  words: string;
  form(props: { errorOf(path: string): string | undefined; onChange(part: Part): void }): ReactNode;
}

/** Field for a list of parts of several kinds, such as the blocks of a page, which can be added, removed and ordered. */
export function PartsField<Part extends object>(props: {
  parts: Part[];
  /** Name of one part, such as 'block'. */
  noun: string;
  emptyText: string;
  /** Label of the button that adds a part. */
  addLabel: string;
  /** Kinds of parts that can be added. */
  kinds: { key: string; label: string; about: string; make(): Part }[];
  editorOf(part: Part): PartEditor<Part>;
  /** Errors by path, such as `blocks.2.title`. */
  errors: Record<string, string>;
  /** Error of the list, or else of the first invalid part. */
  error?: string | undefined;
  /** Path of the list in `errors`. */
  name: string;
  onChange(parts: Part[]): void;
}) {
  const { parts, noun, emptyText, addLabel, kinds, editorOf, errors, error, name, onChange } =
    props;
  const { rows, isOpen, newKey, toggle, setKeys } = usePartKeys(parts, name);

  // Holds the current rows, because Undo is offered while editing continues.
  const latest = useRef(rows);
  latest.current = rows;

  const apply = (next: Row<Part>[]) => {
    setKeys(next.map(({ key }) => key));
    onChange(next.map(({ part }) => part));
  };
  const insert = (at: number, part: Part) => {
    const key = newKey();
    apply([...rows.slice(0, at), { key, part }, ...rows.slice(at)]);
    toggle(key, true);
  };
  const remove = (at: number, { key, part }: Row<Part>) => {
    apply(rows.filter((row) => row.key !== key));
    const putBack = () => {
      const now = latest.current;
      apply([...now.slice(0, at), { key, part }, ...now.slice(at)]);
    };
    toast(deleted(`${editorOf(part).label} removed`, putBack));
  };

  return (
    <div className="parts-field">
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      <PartRows
        name={name}
        rows={rows.map(({ key, part }, index) => {
          const path = `${name}.${index}`;
          const hasError = hasErrorAt(errors, path);
          const isShown = isOpen(key) || hasError;
          const { label, words, form } = editorOf(part);
          const called = `${label}, ${noun} ${index + 1} of ${rows.length}`;
          return {
            ...{ key, label, words: words.slice(0, wordsMax), called, hasError },
            isOpen: isShown,
            onToggle: () => toggle(key, !isShown),
            onDuplicate: () => insert(index + 1, structuredClone(part)),
            removeLabel: `Remove ${called}`,
            onRemove: () => remove(index, { key, part }),
            form: () =>
              form({
                errorOf: (field) => errors[`${path}.${field}`],
                onChange: (next) =>
                  apply(rows.map((row) => (row.key === key ? { key, part: next } : row))),
              }),
            // The last part has no button to add another one below it, because the list's own button does that.
            ...(index < rows.length - 1 && {
              add: () => (
                <AddPart
                  label="Insert below"
                  name={`Insert below ${called}`}
                  kinds={kinds}
                  isQuiet
                  onAdd={(made) => insert(index + 1, made)}
                />
              ),
            }),
          };
        })}
        onMove={(from, to) => apply(moved(rows, from, to))}
      />
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error.replace(/^Row /, `${noun.charAt(0).toUpperCase()}${noun.slice(1)} `)}
        </Text>
      )}
      <AddPart label={addLabel} kinds={kinds} onAdd={(made) => insert(rows.length, made)} />
    </div>
  );
}

/** Menu of the kinds of parts that can be added. */
function AddPart<Part>(props: {
  label: string;
  /** Accessible name, if several buttons have the same label. */
  name?: string;
  kinds: { key: string; label: string; about: string; make(): Part }[];
  isQuiet?: boolean;
  onAdd(part: Part): void;
}) {
  const { label, name, kinds, isQuiet, onAdd } = props;
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <Button
          variant={isQuiet ? 'subtle' : 'default'}
          size={isQuiet ? 'compact-sm' : 'sm'}
          justify="start"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          {...(name && { 'aria-label': name })}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
        {kinds.map((kind) => (
          <Menu.Item key={kind.key} onClick={() => onAdd(kind.make())}>
            <Text fz="sm" fw={600}>
              {kind.label}
            </Text>
            <Text fz="xs" c="dimmed">
              {kind.about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
