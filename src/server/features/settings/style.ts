import type { Logo } from '~/contract/settings/logo-schema';
import type { SiteStyle } from '~/contract/settings/settings';
import type { Appearance } from '~/contract/settings/settings-schema';
import type { TypefaceKey } from '~/contract/settings/typefaces';
import { logoCss } from './logo';
import { paletteCss, paletteOf } from './palette';

export interface Choices {
  appearance: Appearance;
  logo: Logo;
  typeface: TypefaceKey | null;
}

/**
 * Returns the chosen appearance for a page; null for the default, which adds nothing to the page.
 *
 * @param isDraft true for an unsaved appearance, whose pictures have no URL yet
 */
export function styleOf(
  { appearance, logo, typeface }: Choices,
  isDraft = false,
): SiteStyle | null {
  if (!appearance && !logo && !typeface) return null;
  const palette = paletteOf(appearance);
  return {
    css: [
      ...(appearance ? [paletteCss(palette)] : []),
      ...(logo ? [logoCss(logo, isDraft)] : []),
    ].join(''),
    typeface,
    grounds: appearance && { light: palette.light.paper, dark: palette.dark.paper },
  };
}
