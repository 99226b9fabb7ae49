/** The package's own types are in one file of 8 MB. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

  export type TablerIcon = ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> &
      RefAttributes<SVGSVGElement> & {
        /** Width and height, 24 by default. */
        size?: string | number;
        /** Line width, 2 by default. */
        stroke?: string | number;
      }
  >;
  const icon: TablerIcon;
  export default icon;
}
