import { Button, Group, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { AdminQuote } from '~/contract/leads/leads-schema';
import type { MergedQuote, PossibleDuplicate } from '~/contract/leads/merging-schema';
import { budgetRangesIn, timelines } from '~/contract/leads/quote-options';
import { labelOf } from '~/contract/leads/quotes';
import { Facts } from '~/web/admin/ui/facts';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
import { PlainText } from '~/web/ui/plain-text';

export const sameWords: Record<PossibleDuplicate['same'], string> = {
  email: 'Same email',
  phone: 'Same phone',
  company: 'Same company',
};

/**
 * Returns functions that merge quotes and separate them again. Both show a toast that offers Undo.
 */
function useMerging() {
  const { api } = useRouter().options.context;
  const { quotes } = api.admin;
  const refresh = useRefresh();
  const merge = useMutation(quotes.merge.mutationOptions());
  const separate = useMutation(quotes.separate.mutationOptions());
  const run = async (what: () => Promise<unknown>, onDone: () => void, failed: string) => {
    try {
      await what();
      onDone();
    } catch (error) {
      notifyFailed(error, failed);
    }
    await refresh();
  };
  const asBefore = () => notifyDone('Undone');
  const mergeOne = (id: number, into: number, onDone: () => void) =>
    run(() => merge.mutateAsync({ id, into }), onDone, 'Failed to merge the quotes');
  const separateOne = (id: number, onDone: () => void) =>
    run(() => separate.mutateAsync({ id }), onDone, 'Failed to separate the quotes');
  return {
    isPending: merge.isPending || separate.isPending,
    merge: (id: number, into: number) =>
      mergeOne(id, into, () => offerUndo('Quotes merged', () => separateOne(id, asBefore))),
    separate: (id: number, into: number) =>
      separateOne(id, () => offerUndo('Quotes separated', () => mergeOne(id, into, asBefore))),
  };
}

export function OtherQuote(props: {
  id: number;
  name: string;
  facts: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" py={4}>
      <div>
        <Text fz="sm">
          <Link to="/admin" search={{ section: 'quotes', open: props.id }}>
            {props.name}
          </Link>
        </Text>
        <Text c="dimmed" fz="xs">
          {props.facts}
        </Text>
      </div>
      {props.action}
    </Group>
  );
}

/** Notice on a merged quote, with a link to the remaining one, and a button that separates them. */
export function MergedNotice(props: { id: number; into: number; mayChange: boolean }) {
  const { id, into, mayChange } = props;
  const merging = useMerging();
  return (
    <Notice tone="wait">
      This quote was merged into another quote.
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          renderRoot={(root) => (
            <Link {...root} to="/admin" search={{ section: 'quotes', open: into }} />
          )}
        >
          Open that quote
        </Button>
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            loading={merging.isPending}
            onClick={() => void merging.separate(id, into)}
          >
            Separate quotes
          </Button>
        )}
      </Group>
    </Notice>
  );
}

/** Quotes that may be from the same sender. */
export function Duplicates(props: {
  quote: AdminQuote;
  duplicates: readonly PossibleDuplicate[];
  mayChange: boolean;
}) {
  const { quote, duplicates, mayChange } = props;
  const merging = useMerging();
  if (duplicates.length === 0) return null;
  const isOther = duplicates.some(({ email }) => email.toLowerCase() !== quote.email.toLowerCase());
  return (
    <section aria-labelledby="duplicates-title">
      <Title order={3} mb={4} id="duplicates-title">
        Possible duplicates
      </Title>
      {duplicates.map(({ id, name, same, serviceName, createdAt }) => (
        <OtherQuote
          key={id}
          id={id}
          name={name}
          facts={
            <>
              {[sameWords[same], serviceName].filter(Boolean).join(', ')}, <When at={createdAt} />
            </>
          }
          action={
            mayChange && (
              <Button
                size="xs"
                variant="default"
                loading={merging.isPending}
                aria-label={`Merge the quote from ${name} into this one`}
                onClick={() => void merging.merge(id, quote.id)}
              >
                Merge into this
              </Button>
            )
          }
        />
      ))}
      {mayChange && isOther && (
        <Text c="dimmed" fz="xs">
          After merging, replies go to {quote.email || 'the email of this quote'}. A sender with a
          different email keeps seeing only their own messages.
        </Text>
      )}
    </section>
  );
}

/** Quotes merged into this one, with their texts. */
export function MergedQuotes(props: {
  into: number;
  merged: readonly MergedQuote[];
  mayChange: boolean;
}) {
  const { into, merged, mayChange } = props;
  const merging = useMerging();
  const { currency } = useSettings();
  if (merged.length === 0) return null;
  return (
    <section aria-labelledby="merged-title">
      <Title order={3} mb={4} id="merged-title">
        Merged into this
      </Title>
      {merged.map((one) => (
        <div key={one.id}>
          <OtherQuote
            id={one.id}
            name={one.name}
            facts={<When at={one.createdAt} />}
            action={
              mayChange && (
                <Button
                  size="xs"
                  variant="default"
                  loading={merging.isPending}
                  aria-label={`Separate the quote from ${one.name}`}
                  onClick={() => void merging.separate(one.id, into)}
                >
                  Separate
                </Button>
              )
            }
          />
          <Facts
            facts={[
              ['Service', one.serviceName],
              ['Budget', labelOf(budgetRangesIn(currency), one.budget)],
              ['Timeline', labelOf(timelines, one.timeline)],
              ['Email', one.email],
              ['Phone', one.phone],
              ['Company', one.company],
            ]}
          />
          <Text component="div" fz="sm" mt={4} mb="xs">
            <PlainText text={one.projectDetails} />
          </Text>
        </div>
      ))}
    </section>
  );
}
