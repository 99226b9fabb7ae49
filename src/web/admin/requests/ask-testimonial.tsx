import { Button, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

/** Button that asks the client of a completed request for a testimonial, and shows the result. */
export function AskTestimonial({ request, mayAsk }: { request: AdminRequest; mayAsk: boolean }) {
  const { api } = useRouter().options.context;
  const { id, status } = request;
  const query = useQuery(
    api.admin.testimonials.ofRequest.queryOptions(
      { requestId: id },
      { enabled: status === 'completed' },
    ),
  );
  const ask = useMutation({
    ...api.admin.testimonials.ask.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('Client asked by email'),
      failed: 'Failed to email the client',
    }),
  });
  if (status !== 'completed' || query.data === undefined) return null;
  const known = query.data;
  return (
    <section aria-labelledby="testimonial-title">
      <Title order={3} id="testimonial-title" mb="xs">
        Testimonial
      </Title>
      {known && (
        <Text fz="sm" mb="xs">
          <StatusBadge status={known.status} />{' '}
          <Link
            to="/admin"
            search={{ section: 'testimonials', open: known.id }}
            className="row-link"
          >
            {known.name}
          </Link>
          {known.askedAt && (
            <>
              , asked <When at={known.askedAt} />
            </>
          )}
        </Text>
      )}
      {mayAsk && !known?.givenAt && (
        <Button
          size="xs"
          variant="default"
          loading={ask.isPending}
          onClick={() => ask.mutate({ requestId: id })}
        >
          {known ? 'Send the link again' : 'Ask for a testimonial'}
        </Button>
      )}
    </section>
  );
}
