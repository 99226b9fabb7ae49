import { Slider, Text } from '@mantine/core';
import { useId } from 'react';

import type { FocalPoint } from '~/contract/common/focus';
import './focal-point.css';

const inside = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** Field for the focal point of a picture, set by clicking the picture, or by two sliders with the keyboard. */
export function FocalPointField(props: {
  url: string;
  value: FocalPoint;
  onChange(value: FocalPoint): void;
}) {
  const { url, value, onChange } = props;
  const id = useId();
  return (
    <div className="focal-point">
      <Text fz="sm" fw={500} id={id}>
        Focal point
      </Text>
      <Text fz="xs" c="dimmed">
        The part that stays visible when the picture is cropped. Click the picture or use the
        sliders.
      </Text>
      <div className="focal-point-picture">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onChange({
              x: inside(((event.clientX - box.left) / box.width) * 100),
              y: inside(((event.clientY - box.top) / box.height) * 100),
            });
          }}
        >
          <img src={url} alt="" />
          <span style={{ left: `${value.x}%`, top: `${value.y}%` }} />
        </button>
      </div>
      <Slider
        aria-describedby={id}
        thumbLabel="Focal point from the left, in percent"
        size="sm"
        value={value.x}
        onChange={(x) => onChange({ ...value, x })}
      />
      <Slider
        aria-describedby={id}
        thumbLabel="Focal point from the top, in percent"
        size="sm"
        value={value.y}
        onChange={(y) => onChange({ ...value, y })}
      />
    </div>
  );
}
