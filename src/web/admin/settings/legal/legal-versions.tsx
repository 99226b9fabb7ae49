import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import type { LegalRecord, StoredVersion } from '~/contract/legal/legal-schema';
import type { Compared } from '~/web/admin/content/compare-versions';
import { SiteLink } from '~/web/admin/content/site-link';
import { Dialog } from '~/web/admin/ui/dialog';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { LegalPreview } from './legal-preview';
import { versionName } from './legal-words';

// Loaded lazily, because it contains a library that compares texts.
const CompareVersions = lazy(() =>
  import('~/web/admin/content/compare-versions').then((code) => ({
    default: code.CompareVersions,
  })),
);

type Typed = Pick<StoredVersion, 'title' | 'text'>;

const typedKey = 'typed';

/** List of all versions, to show them, compare them, or start from them. */
export function LegalVersions(props: {
  record: LegalRecord;
  /** Unsaved text in the editor. */
  typed: Typed | undefined;
  onBeginWith(version: StoredVersion): void;
}) {
  const { record, typed } = props;
  const [shown, setShown] = useState<StoredVersion>();
  const [compared, setCompared] = useState<{ before: string; after: string }>();
  const { versions } = record;
  const written = versions.filter(({ isWithdrawn }) => !isWithdrawn);
  const texts: Compared[] = [
    ...(typed ? [{ key: typedKey, label: 'Your draft', ...typed }] : []),
    ...written.map(({ version, title, text }) => ({
      ...{ key: String(version), label: `Version ${versionName(version)}`, title, text },
    })),
  ];

  /**
   * Compares a version with the unsaved text, or with the newest version if there is no unsaved
   * text. The newest version is compared with the previous one.
   */
  const compare = (version: StoredVersion) => {
    const key = String(version.version);
    const at = texts.findIndex((one) => one.key === key);
    const after = texts[0];
    if (after && after.key !== key) setCompared({ before: key, after: after.key });
    else setCompared({ before: texts[at + 1]?.key ?? key, after: key });
  };

  if (versions.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        None yet. The first save is version 1.0.
      </Text>
    );
  }
  return (
    <>
      <ol className="legal-versions" aria-label="Versions">
        {versions.map((one) => (
          <li key={one.version}>
            <Group gap="xs">
              <strong>Version {versionName(one.version)}</strong>
              <VersionState record={record} version={one} />
            </Group>
            <p className="legal-facts">
              <span>
                {effectWord(record, one)} from <When at={one.effectiveOn} isDate />
              </span>
              {one.createdAt ? (
                <span>
                  {one.isWithdrawn ? 'By' : 'Written by'} {one.author}, <When at={one.createdAt} />
                </span>
              ) : (
                <span>Default text</span>
              )}
            </p>
            {!one.isWithdrawn && (
              <Group gap={4} ml={-8}>
                <Action version={one} label="Show" onClick={() => setShown(one)} />
                {texts.length > 1 && (
                  <Action version={one} label="Compare" onClick={() => compare(one)} />
                )}
                <Action
                  version={one}
                  label="Use this text"
                  onClick={() => props.onBeginWith(one)}
                />
              </Group>
            )}
          </li>
        ))}
      </ol>
      {shown && (
        <ShownVersion record={record} version={shown} onClose={() => setShown(undefined)} />
      )}
      {compared && (
        <Dialog
          onClose={() => setCompared(undefined)}
          title={`Compare versions of “${record.title}”`}
          size="64rem"
        >
          <Suspense fallback={<Skeleton height={320} />}>
            <CompareVersions texts={texts} {...compared} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

/** Returns the label of a version: 'Past' if a newer version is in effect. */
const effectWord = (record: LegalRecord, { version, isWithdrawn }: StoredVersion): string => {
  if (isWithdrawn) return 'Withdrawn';
  return version < currentOf(record) ? 'Past' : 'Effective';
};
const currentOf = ({ version }: LegalRecord): number => Number.parseInt(version || '0', 10);

function Action(props: { version: StoredVersion; label: string; onClick(): void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${props.label}: version ${versionName(props.version.version)}`}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  );
}

function VersionState(props: { record: LegalRecord; version: StoredVersion }) {
  const { record, version } = props;
  if (version.isWithdrawn) return <StatusBadge status="withdrawn" />;
  if (record.upcoming && version.version > currentOf(record)) {
    return <StatusBadge status="scheduled" />;
  }
  return version.version === currentOf(record) ? <StatusBadge status="published" /> : null;
}

/** Shows a version as visitors read it, or its source. */
function ShownVersion(props: { record: LegalRecord; version: StoredVersion; onClose(): void }) {
  const { record, version } = props;
  const [display, setDisplay] = useState('page');
  const { title, text } = version;
  return (
    <Dialog
      onClose={props.onClose}
      title={`Version ${versionName(version.version)} of “${title}”`}
      size="50rem"
    >
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label="View"
          value={display}
          onChange={setDisplay}
          data={[
            { value: 'page', label: 'Preview' },
            { value: 'text', label: 'Source' },
          ]}
        />
        <SiteLink path={`/legal/${record.page}/${version.version}`} name={title} />
      </Group>
      {display === 'page' ? (
        <LegalPreview page={record.page} title={title} text={text} />
      ) : (
        <div className="legal-source">{text}</div>
      )}
    </Dialog>
  );
}
