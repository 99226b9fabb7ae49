import { useRouter } from '@tanstack/react-router';

import { loginPath } from '~/contract/identity/identity';
import { useResult } from '~/web/lib/use-result';
import { buttonClass } from '~/web/ui/button';
import styles from './auth-panel.module.css';

/** Shows buttons for the enabled sign-in providers. Renders nothing if none is enabled. */
export function OtherWays({ next }: { next: string | undefined }) {
  const { api } = useRouter().options.context;
  const providers = useResult(api.identity.providers.queryOptions());
  if (providers.length === 0) return null;
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <div className={styles.others}>
      {providers.map((provider) => (
        <a
          key={provider.id}
          href={`${loginPath}/${provider.id}${query}`}
          className={buttonClass('outline', 'lg')}
        >
          Continue with {provider.name}
        </a>
      ))}
    </div>
  );
}
