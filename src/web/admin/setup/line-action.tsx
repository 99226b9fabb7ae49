import { Anchor, Button, Group } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminSearch } from '~/contract/admin/admin';
import type { SetupLine, SetupLineId } from '~/contract/setup/setup';
import { ConfirmLegal } from './confirm-legal';
import { RemoveSamples } from './remove-samples';
import { TestAnswers } from './test-answers';
import { TestMailButton } from './test-mail';

type Place = { label: string; search: AdminSearch };

/** Links for tasks that have no button. */
const places: Partial<Record<SetupLineId, Place[]>> = {
  name: [
    { label: 'Open brand settings', search: { section: 'settings' } },
    { label: 'Open logo settings', search: { section: 'settings', tab: 'appearance' } },
  ],
  invoices: [{ label: 'Open invoice settings', search: { section: 'settings', tab: 'sales' } }],
  contact: [{ label: 'Open contact settings', search: { section: 'settings' } }],
  service: [{ label: 'Add a service', search: { section: 'services', open: 'new' } }],
  secondFactor: [
    { label: 'Set up your own', search: { section: 'account' } },
    { label: 'See all admins', search: { section: 'admins' } },
  ],
  recurring: [{ label: 'Open recurring invoices', search: { section: 'recurringInvoices' } }],
};

const legalPages = [
  { label: 'Privacy policy', href: '/privacy' },
  { label: 'Terms', href: '/terms' },
  { label: 'Cookie policy', href: '/cookies' },
];

/** Action of a task: a link, or a button. */
export function LineAction(props: { line: SetupLine; legalDigest: string }) {
  const { line, legalDigest } = props;
  if (line.id === 'mail') return <TestMailButton />;
  if (line.id === 'answers') return line.state === 'todo' ? <CheckAgain /> : <TestAnswers />;
  if (line.state === 'done') return null;
  if (line.id === 'samples') return <RemoveSamples line={line} />;
  if (line.id === 'legal') {
    return (
      <Group gap="md" mt="md">
        <ConfirmLegal digest={legalDigest} />
        <Button
          variant="default"
          size="xs"
          renderRoot={(root) => (
            <Link {...root} to="/admin" search={{ section: 'settings', tab: 'legal' }} />
          )}
        >
          Edit texts
        </Button>
        {legalPages.map(({ label, href }) => (
          <Anchor key={href} href={href} target="_blank" rel="noopener" fz="sm">
            {label}
          </Anchor>
        ))}
      </Group>
    );
  }
  if (line.id === 'payments' || line.id === 'https') return <CheckAgain />;
  const shown = places[line.id];
  if (!shown) return null;
  return (
    <Group gap="xs" mt="md">
      {shown.map(({ label, search }) => (
        <Button
          key={label}
          variant="default"
          size="xs"
          renderRoot={(root) => <Link {...root} to="/admin" search={search} />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** Button that repeats a check, because changes outside the panel, such as to a proxy, are not announced. */
function CheckAgain() {
  const { api } = useRouter().options.context;
  return (
    <Group mt="md">
      <Button size="xs" variant="default" onClick={() => void api.admin.setup.network.invalidate()}>
        Check again
      </Button>
    </Group>
  );
}
