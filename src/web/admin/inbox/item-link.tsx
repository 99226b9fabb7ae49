import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { InboxItem } from '~/contract/inbox/inbox-schema';

/** Opens the record: a lead beside the list, a request on its page. */
export function ItemLink({ item, ...rest }: { item: InboxItem; className?: string }) {
  if (item.kind === 'request') {
    return (
      <Link {...rest} to="/admin" search={{ section: 'requests', open: item.recordId }}>
        {item.about}
      </Link>
    );
  }
  return (
    <Link {...rest} to="/admin" search={(before) => ({ ...before, open: item.id })}>
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
