import { Group, Loader, Paper, Text, Title } from '@mantine/core';

import type { Tone } from '~/contract/common/statuses';
import type { SetupLine, SetupLineId, SetupState } from '~/contract/setup/setup';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHelpCircle,
  type TablerIcon,
} from '~/web/ui/icons';
import '~/web/ui/tones.css';
import { LineAction } from './line-action';

const titles: Record<SetupLineId, string> = {
  samples: 'Sample content',
  name: 'Name and logo',
  contact: 'Contact',
  invoices: 'Invoices and tax',
  service: 'Your first service',
  legal: 'Legal texts reviewed',
  mail: 'Email',
  answers: 'Replies by email',
  payments: 'Payments',
  https: 'HTTPS and proxy',
  secondFactor: 'Second factor for owners',
  backup: 'Recent backup',
  recurring: 'Recurring invoices',
};

const looks: Record<SetupState, { label: string; tone: Tone; icon: TablerIcon }> = {
  done: { label: 'Done', tone: 'good', icon: IconCircleCheck },
  todo: { label: 'To do', tone: 'info', icon: IconCircleDashed },
  attention: { label: 'Needs attention', tone: 'wait', icon: IconAlertTriangle },
  unchecked: { label: 'Not checked', tone: 'none', icon: IconHelpCircle },
};

/** Row of a task: its state, result and action. */
export function SetupRow(props: {
  id: SetupLineId;
  /** Task; undefined while it is being checked. */
  line: SetupLine | undefined;
  legalDigest: string;
}) {
  const { id, line, legalDigest } = props;
  const heading = `setup-${id}`;
  return (
    <Paper withBorder p="lg" component="li" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Title order={3} id={heading} fz="md">
          {titles[id]}
        </Title>
        {line ? (
          <State state={line.state} />
        ) : (
          <Loader size="xs" role="img" aria-label="Being checked" />
        )}
      </Group>
      <Text fz="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {line ? line.found : 'Checking…'}
      </Text>
      {line && line.notes.length > 0 && (
        <ul className="setup-notes">
          {line.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {line && <LineAction line={line} legalDigest={legalDigest} />}
    </Paper>
  );
}

function State({ state }: { state: SetupState }) {
  const { label, tone, icon: Icon } = looks[state];
  return (
    <span className="setup-state" data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {label}
    </span>
  );
}
