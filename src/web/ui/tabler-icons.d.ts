/** Declares icons as modules, because the package's own types are in one file of 8 MB. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

  export type TablerIcon = ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> &
      RefAttributes<SVGSVGElement> & {
        /** Width and height, which default to 24. */
        size?: string | number;
        /** Line width, which defaults to 2. */
        stroke?: string | number;
      }
  >;
  const icon: TablerIcon;
  export default icon;
}
