import { Box, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import { type NetworkLineId, type SetupLine, setupLineIds } from '~/contract/setup/setup';
import type { SectionCode } from '~/web/admin/shell/section-load';
import { forThisVisit, type SectionLoad } from '~/web/admin/shell/section-load';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { SectionHead } from '~/web/admin/ui/section-head';
import { errorMessageOf, unexpectedMessageOf } from '~/web/lib/api-error';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { SetupRow } from './setup-row';
import './setup.css';

const loadSetup: SectionLoad = ({ api, queryClient }) =>
  queryClient.ensureQueryData(api.admin.setup.lines.queryOptions(undefined, forThisVisit));

/**
 * Section with the tasks that lead from a demo to a running business. The server computes the state
 * of each task. The states are checked again when the window becomes visible.
 */
function SectionSetup() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.setup.lines.queryOptions(undefined, { gcTime: 0 }));
  const isReady = query.data !== undefined;
  const asked = {
    mail: useNetworkLine('mail', isReady),
    answers: useNetworkLine('answers', isReady),
    payments: useNetworkLine('payments', isReady),
    https: useNetworkLine('https', isReady),
  };
  useWindowEvent('focus', () => void api.admin.setup.invalidate());
  const lineOf = (id: SetupLine['id']): SetupLine | undefined =>
    id in asked ? asked[id as NetworkLineId] : query.data?.lines.find((line) => line.id === id);

  return (
    <>
      <SectionHead title="Setup" />
      <Loaded query={query}>
        {({ isDemo, version, legalDigest }) => {
          const lines = setupLineIds.map((id) => ({ id, line: lineOf(id) }));
          const done = lines.filter(({ line }) => line?.state === 'done').length;
          const isChecking = lines.some(({ line }) => !line);
          return (
            <Stack gap="md" maw="56rem">
              <Paper withBorder p="lg">
                <Title order={2}>
                  {done} of {lines.length} done
                </Title>
                <Progress
                  value={(done / lines.length) * 100}
                  mt="sm"
                  color="teal"
                  aria-hidden="true"
                />
                <Text c="dimmed" fz="sm" mt="xs" role="status">
                  {isChecking
                    ? 'Checking email, replies, payments and HTTPS.'
                    : 'Checked again whenever you return to this page.'}
                </Text>
              </Paper>
              <Box component="ol" className="setup-lines">
                {lines.map(({ id, line }) => (
                  <SetupRow key={id} id={id} line={line} legalDigest={legalDigest} />
                ))}
              </Box>
              {!isDemo && <MarkSwitch />}
              <Text c="dimmed" fz="sm">
                Version {version}
              </Text>
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

/**
 * Returns a task whose check needs the network. It is fetched after the other tasks, so that they
 * are shown without delay.
 *
 * @returns undefined while it is being checked
 */
function useNetworkLine(id: NetworkLineId, isReady: boolean): SetupLine | undefined {
  const { api } = useRouter().options.context;
  const { data, error } = useQuery(
    api.admin.setup.network.queryOptions({ id }, { gcTime: 0, enabled: isReady }),
  );
  if (data || !error) return data;
  const found = errorMessageOf(error) ?? unexpectedMessageOf(error);
  return { id, state: 'unchecked', found, notes: [] };
}

/** Switch for whether this owner's sidebar shows the number of open tasks. */
function MarkSwitch() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.setup.mark.queryOptions());
  const change = useMutation(
    api.admin.setup.hideMark.mutationOptions(
      outcome({
        done: (_, { isHidden }) => success(isHidden ? 'Count hidden' : 'Count shown'),
        failed: 'Something went wrong. Please try again.',
      }),
    ),
  );
  return (
    <Paper withBorder p="md">
      <Switch
        label="Show open tasks in the sidebar"
        checked={data ? !data.isHidden : true}
        disabled={!data || change.isPending}
        onChange={(event) => change.mutate({ isHidden: !event.currentTarget.checked })}
      />
      <Text c="dimmed" fz="sm" mt={6}>
        Only for you. Hidden once all tasks are done.
      </Text>
    </Paper>
  );
}

export const section: SectionCode = { Section: SectionSetup, load: loadSetup };
