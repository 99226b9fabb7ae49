import { Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

import type { Preview } from '~/contract/settings/settings-form-schema';
import { usePreviewChange } from './preview-change';
import './site-preview.css';
import { readPreview } from './read-preview';

const widths = { Phone: 390, Tablet: 834, Desktop: 1440 };

export interface PreviewDraft extends Pick<Preview, 'page' | 'post'> {
  /** Path to preview instead of the default one, if the path is part of the input. */
  path?: string;
}
type Device = keyof typeof widths;

/** Milliseconds between the last key press and the request. */
const pauseMs = 350;

/**
 * Preview of a page of the site with the unsaved input of the forms beside it.
 *
 * @param draft content of a custom page or a post; must be the same object while nothing in it changes
 */
export function SitePreview(props: { path: string; draft?: PreviewDraft }) {
  const [change] = useDebouncedValue(usePreviewChange(), pauseMs);
  const [draft] = useDebouncedValue(props.draft, pauseMs);
  const path = draft?.path ?? props.path;
  const [device, setDevice] = useState<Device>(() =>
    window.innerWidth < widths.Tablet ? 'Phone' : 'Desktop',
  );
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [html, setHtml] = useState('');
  const [problem, setProblem] = useState('');
  const { ref, width, height } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);

  useEffect(() => {
    const asked = new AbortController();
    readPreview({ ...draft, path, ...(change && { change }) }, asked.signal).then(
      (drawn) => {
        scrolled.current = frame.current?.contentWindow?.scrollY ?? 0;
        setHtml(drawn);
        setProblem('');
      },
      (error: unknown) => {
        if (!asked.signal.aborted) setProblem((error as Error).message);
      },
    );
    return () => asked.abort();
  }, [path, change, draft]);

  useEffect(() => {
    // A different page starts at the top.
    if (path) scrolled.current = 0;
  }, [path]);

  const scale = width > 0 ? Math.min(1, width / widths[device]) : 1;
  return (
    <section className="site-preview" aria-label="Preview">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          data={Object.keys(widths)}
          value={device}
          onChange={(value) => setDevice(value as Device)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Theme of the preview"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={theme}
          onChange={(value) => setTheme(value as typeof theme)}
        />
      </Group>
      <div className="site-preview-window" ref={ref}>
        {/* The sandbox allows neither scripts nor new windows, so the links have no effect. */}
        <iframe
          ref={frame}
          title={`Preview of ${path}`}
          sandbox="allow-same-origin"
          tabIndex={-1}
          srcDoc={html && inTheme(html, theme)}
          style={{
            width: widths[device],
            height: height / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (width - widths[device] * scale) / 2),
          }}
          onLoad={() => frame.current?.contentWindow?.scrollTo(0, scrolled.current)}
        />
      </div>
      <Text fz="xs" c={problem ? 'red' : 'dimmed'} role={problem ? 'alert' : undefined}>
        {problem ||
          (change || draft
            ? 'Preview of unsaved changes. Visitors see them after you save.'
            : 'Live version.')}
      </Text>
    </section>
  );
}

function inTheme(html: string, theme: 'light' | 'dark'): string {
  return html
    .replace('<html ', `<html data-theme="${theme}" `)
    .replace('<head>', '<head><base target="_blank">');
}
