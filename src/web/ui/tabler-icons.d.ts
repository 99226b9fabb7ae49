/** The package's own types are in one file of 8 MB. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

  export type TablerIcon = ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> &
      RefAttributes<SVGSVGElement> & {
        /** Its width and height, 24 unless told. */
        size?: string | number;
        /** The width of its lines, 2 unless told. */
        stroke?: string | number;
      }
  >;
  const icon: TablerIcon;
  export default icon;
}
