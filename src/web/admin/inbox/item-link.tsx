import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { InboxItem } from '~/contract/inbox/inbox-schema';

/** Link to the record: a lead opens next to the list, a request or a proposal on its page. */
export function ItemLink({ item, ...rest }: { item: InboxItem; className?: string }) {
  if (item.kind === 'request' || item.kind === 'proposal') {
    const section = item.kind === 'request' ? 'requests' : 'proposals';
    return (
      <Link {...rest} to="/admin" search={{ section, open: item.id }}>
        {item.kind === 'request' ? item.about : item.name}
      </Link>
    );
  }
  return (
    <Link {...rest} to="/admin" search={(before) => ({ ...before, open: item.key })}>
      {item.name}
    </Link>
  );
}

export function ItemTags({ item }: { item: InboxItem }) {
  return item.tags.map((tag) => (
    <Badge key={tag} variant="default" size="sm" tt="none" fw={500}>
      {tag}
    </Badge>
  ));
}
