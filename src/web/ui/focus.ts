import type { CSSProperties } from 'react';

import type { FocalPoint } from '~/contract/common/focus';

/** For a box: pictures in it that are cut keep this point in view. */
export const focusStyle = ({ x, y }: FocalPoint) => ({ '--focus': `${x}% ${y}%` }) as CSSProperties;
