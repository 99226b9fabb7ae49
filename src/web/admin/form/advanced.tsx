import { Button, Stack } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import { IconChevronDown } from '~/web/ui/icons';

/** Rarely used fields, hidden until a button is clicked. */
export function Advanced(props: {
  /** True to show the fields initially, for example because one of them has a value. */
  isUsed: boolean;
  /** True to show the fields, so that their errors are visible. */
  hasError: boolean;
  /** Called when the fields are shown or hidden. */
  onToggle?(isOpen: boolean): void;
  children: ReactNode;
}) {
  const { isUsed, hasError, children } = props;
  const [isOpen, setOpen] = useState(isUsed);
  if (hasError && !isOpen) setOpen(true);
  const id = useId();
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
          props.onToggle?.(!isOpen);
        }}
      >
        Advanced
      </Button>
      <Stack id={id} gap="md" mt={isOpen ? 'md' : 0}>
        {isOpen && children}
      </Stack>
    </div>
  );
}
