import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

interface IconActionProps
  extends ActionIconProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label'> {
  /** What it does: read out, and shown to a pointer that rests on it. */
  label: string;
  children: ReactNode;
}

/** A button that is an icon alone, with its name in a tooltip. */
export function IconAction({ label, children, ...rest }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
