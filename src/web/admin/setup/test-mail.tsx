import { Box, Button, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { Notice } from '~/web/admin/ui/notice';
import { notifyFailed } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';

/** Button that sends a test email to the signed-in owner, and shows the mail server's reply. */
export function TestMailButton() {
  const { api } = useRouter().options.context;
  const viewer = useViewer();
  const test = useMutation(
    api.admin.setup.sendTest.mutationOptions({
      onError: (error) => notifyFailed(error, 'Failed to send the test'),
    }),
  );
  const result = test.data;
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {`Send a test to ${viewer?.email ?? 'yourself'}`}
      </Button>
      {result && !test.isPending && (
        <Box w="100%" style={{ overflowWrap: 'anywhere' }}>
          <Notice
            tone={result.isTaken ? 'good' : 'bad'}
            title={result.isTaken ? 'Accepted by the mail server' : 'Not sent'}
            isNew
          >
            <Text fz="sm">{result.reply}</Text>
            <Text fz="sm" mt="xs">
              {result.isTaken
                ? 'When it arrives, open its source (“Show original” in many email apps). In the line Authentication-Results, spf, dkim and dmarc should say pass. If it does not arrive, check the spam folder.'
                : result.action}
            </Text>
          </Notice>
        </Box>
      )}
    </Stack>
  );
}
