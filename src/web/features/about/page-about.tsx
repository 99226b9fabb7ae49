import { getRouteApi } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { AboutStats } from './about-stats';
import styles from './page-about.module.css';
import { Story } from './story';
import { Team } from './team';
import { Values } from './values';
import { Visit } from './visit';
import { Week } from './week';

const route = getRouteApi('/about');

export function PageAbout() {
  const { api } = route.useRouteContext();
  const about = useResult(api.settings.about.queryOptions());
  return (
    <>
      <header className={`wrap ${styles.head}`}>
        <h1>{about.title || 'About us'}</h1>
        <p className={styles.lead}>{about.lead}</p>
      </header>
      <AboutStats />
      <Story story={about.story} />
      <Team team={about.team} />
      <Values values={about.values} />
      <Week week={about.week} />
      <Visit />
    </>
  );
}
