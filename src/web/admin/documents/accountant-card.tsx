import {
  Button,
  Chip,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import {
  type Period,
  type PeriodPreset,
  periodOfPreset,
  periodPresets,
} from '~/contract/accounting/accounting';
import { periodSchema } from '~/contract/accounting/accounting-schema';
import { dateInWords } from '~/contract/common/date-words';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { keepPreviousData, useQuery } from '~/web/lib/queries';
import { IconDownload } from '~/web/ui/icons';
import { AccountingSums } from './accounting-sums';

const presetNames: Record<PeriodPreset | 'own', string> = {
  thisMonth: 'This month',
  lastMonth: 'Last month',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  own: 'Custom range',
};

/** Returns the first problem of each date; empty if there are no problems. */
function problemsOf(period: Period): Partial<Record<keyof Period, string>> {
  const checked = periodSchema.safeParse(period);
  const issues = checked.success ? [] : checked.error.issues;
  const problem = (key: keyof Period) => issues.find(({ path }) => path[0] === key)?.message;
  return { from: problem('from'), to: problem('to') };
}

const fileOf = ({ from, to }: Period): string =>
  `/api/admin/accounting/export?from=${from}&to=${to}`;

/**
 * Shows the totals of a period, and offers its documents as a ZIP file.
 *
 * @param props.today the agency's date
 */
export function AccountantCard({ today }: { today: string }) {
  const [preset, setPreset] = useState<PeriodPreset | 'own'>('lastMonth');
  const [own, setOwn] = useState<Period>(() => periodOfPreset('lastMonth', today));
  const period = preset === 'own' ? own : periodOfPreset(preset, today);
  const problems = problemsOf(period);
  const isValid = !problems.from && !problems.to;
  const dateInput = (key: keyof Period, label: string) => (
    <TextInput
      type="date"
      label={label}
      value={own[key]}
      error={problems[key]}
      onChange={(event) => setOwn({ ...own, [key]: event.currentTarget.value })}
    />
  );
  return (
    <Paper withBorder p="lg" component="section" aria-label="For your accountant">
      <Title order={2}>For your accountant</Title>
      <Text c="dimmed" fz="sm">
        Totals invoiced, paid and outstanding for a period, with all documents in one file.
      </Text>
      <Stack gap="md" mt="md">
        <Chip.Group
          value={preset}
          onChange={(value) => {
            // Fills the custom period with the dates that were last displayed.
            if (value === 'own' && isValid) setOwn(period);
            setPreset(value as typeof preset);
          }}
        >
          <Group gap={6} role="group" aria-label="Period">
            {([...periodPresets, 'own'] as const).map((one) => (
              <Chip key={one} value={one} size="sm" variant="light">
                {presetNames[one]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {preset === 'own' ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} maw="28rem">
            {dateInput('from', 'From')}
            {dateInput('to', 'To (inclusive)')}
          </SimpleGrid>
        ) : (
          <Text fz="sm">
            {dateInWords(period.from)} to {dateInWords(period.to)}
          </Text>
        )}
        {isValid && <Sums period={period} />}
        <div>
          <Button
            component="a"
            href={isValid ? fileOf(period) : undefined}
            download
            disabled={!isValid}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download ZIP
          </Button>
          <Text c="dimmed" fz="sm" mt="xs">
            Contains the PDF of each invoice and credit note, e-invoices, documents.csv with one
            line per tax, payments.csv and, for German agencies, a DATEV booking batch. Creating
            hundreds of PDFs can take minutes. Downloads are recorded in the audit log.
          </Text>
        </div>
      </Stack>
    </Paper>
  );
}

function Sums({ period }: { period: Period }) {
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.accounting.get.queryOptions(period, { placeholderData: keepPreviousData }),
  );
  return <Loaded query={query}>{(sums) => <AccountingSums sums={sums} />}</Loaded>;
}
