import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorsTuple,
} from '@mantine/core';
import { useEffect, useState } from 'react';

const rust: MantineColorsTuple = [
  '#fdf1ea',
  '#f9dfd2',
  '#f4bfa6',
  '#f5a67c',
  '#f08a55',
  '#d9622f',
  '#b4471a',
  '#93380f',
  '#76300f',
  '#5a250c',
];

/** Warm grays that match the paper color, instead of the library's blue ones. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3efe8',
  '#eae5db',
  '#ddd7cb',
  '#c9c2b5',
  '#a8a196',
  '#8d877b',
  '#5b6068',
  '#3a3e44',
  '#16181b',
];
const dark: MantineColorsTuple = [
  '#e9e4da',
  '#c3c7cd',
  '#a3a8b0',
  '#6d747e',
  '#3a3f46',
  '#2b2f35',
  '#22262b',
  '#1a1d21',
  '#15181b',
  '#111316',
];

/** Theme that gives the panel's components the colors and fonts of the site. */
export const theme = createTheme({
  colors: { rust, gray, dark },
  primaryColor: 'rust',
  primaryShade: { light: 6, dark: 4 },
  fontFamily: 'var(--text)',
  headings: {
    fontFamily: 'var(--display)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.15' },
      h2: { fontSize: '1.25rem', lineHeight: '1.25' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem' },
  defaultRadius: 6,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { offset: 4, events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Keeps adjacent fields aligned if only some of them have a description.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
  },
});

/**
 * Shares of ink, in percent, in the grays of the light theme. The rest is the site's paper color.
 */
const grayShares = [2, 4, 8, 13, 21, 35, 47];
const grays = Object.fromEntries(
  grayShares.map((share, index) => [
    `--mantine-color-gray-${index}`,
    `color-mix(in srgb, var(--ink) ${share}%, var(--paper))`,
  ]),
);

/** Sets the library's colors to the tokens that all other screens use. */
export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--raised)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-anchor': 'var(--rust)',
    '--mantine-color-error': 'var(--danger)',
    // Uses the darker accent in the dark theme as well, because white text must be readable on it.
    '--mantine-color-rust-filled': `var(--filled, ${rust[6]})`,
    '--mantine-color-rust-filled-hover': `var(--filled-hover, ${rust[7]})`,
    '--mantine-color-rust-text': 'var(--rust)',
    '--mantine-color-rust-light': 'color-mix(in srgb, var(--rust) 12%, var(--raised))',
    '--mantine-color-rust-light-hover': 'color-mix(in srgb, var(--rust) 16%, var(--raised))',
    '--mantine-color-rust-light-color': 'var(--rust-deep)',
    '--mantine-color-rust-outline': 'var(--rust)',
    '--mantine-color-red-filled': '#a3211d',
    '--mantine-color-red-filled-hover': '#861814',
    '--mantine-color-red-text': 'var(--danger)',
  };
  return { variables: {}, light: { ...variables, ...grays }, dark: variables };
};

function currentScheme(): 'light' | 'dark' {
  const { theme: chosen } = document.documentElement.dataset;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Returns light or dark, from the site's own switch and the system. */
export function useColorScheme(): Exclude<MantineColorScheme, 'auto'> {
  const [scheme, setScheme] = useState(currentScheme);
  useEffect(() => {
    const update = () => setScheme(currentScheme());
    const media = window.matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    media.addEventListener('change', update);
    return () => {
      observer.disconnect();
      media.removeEventListener('change', update);
    };
  }, []);
  return scheme;
}
