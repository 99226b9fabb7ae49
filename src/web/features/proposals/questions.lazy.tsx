import { type ComponentType, useEffect, useState } from 'react';

import type { LinkedConversationProps } from '~/web/documents/linked-conversation';

/** Loads the conversation after the document, which clients read first. */
export function QuestionsLate(props: Omit<LinkedConversationProps, 'title' | 'firstLabel'>) {
  const [Conversation, setConversation] = useState<ComponentType<LinkedConversationProps>>();
  useEffect(() => {
    import('~/web/documents/linked-conversation').then(
      (module) => setConversation(() => module.LinkedConversation),
      // Without the conversation, the page still shows the contact.
      () => undefined,
    );
  }, []);
  if (!Conversation) return null;
  return (
    <Conversation
      {...props}
      title="Questions"
      isBesideDecision
      firstLabel="Questions or changes?"
    />
  );
}
