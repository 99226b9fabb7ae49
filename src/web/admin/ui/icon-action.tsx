import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

interface IconActionProps
  extends ActionIconProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

/** An icon button with a tooltip. */
export function IconAction({ label, children, ...rest }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
