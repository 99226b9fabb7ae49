import type { ButtonHTMLAttributes, ReactNode } from 'react';

import styles from './button.module.css';

export type ButtonVariant = 'default' | 'destructive' | 'outline' | 'secondary' | 'ghost' | 'link';
export type ButtonSize = 'default' | 'sm' | 'lg' | 'icon';

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'default', size: ButtonSize = 'default') {
  return [styles.button, styles[variant], styles[`size-${size}`]].join(' ');
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  const classes = [buttonClass(variant, size), className].filter(Boolean).join(' ');
  return <button {...rest} type={type} className={classes} />;
}
