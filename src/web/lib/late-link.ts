import { observable, type Unsubscribable } from '@trpc/server/observable';

import type { ApiLink } from './trpc';

/**
 * A link that is fetched when it is first needed: the first page comes with its data, so that what
 * asks for more need not be there before somebody moves on.
 */
export function lateLink(load: () => Promise<ApiLink>): ApiLink {
  return (runtime) => {
    let link: Promise<ReturnType<ApiLink>> | undefined;
    const ready = () => {
      link ??= load().then((loaded) => loaded(runtime));
      // A network that fails once must not fail for good.
      link.catch(() => {
        link = undefined;
      });
      return link;
    };
    return ({ op, next }) =>
      observable((observer) => {
        let inner: Unsubscribable | undefined;
        let isOver = false;
        ready().then(
          (loaded) => {
            if (!isOver) inner = loaded({ op, next }).subscribe(observer);
          },
          (error) => observer.error(error),
        );
        return () => {
          isOver = true;
          inner?.unsubscribe();
        };
      });
  };
}
