import { useId } from 'react';

import type { About } from '~/contract/settings/settings-schema';
import { Face } from '~/web/ui/face';
import styles from './team.module.css';

export function Team({ team }: { team: About['team'] }) {
  const id = useId();
  if (team.people.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={team.title ? id : undefined}>
      <div className="wrap">
        {team.title && <h2 id={id}>{team.title}</h2>}
        <ul className={styles.people}>
          {team.people.map((person) => (
            <li key={person.name} className={styles.person}>
              <Face
                name={person.name}
                imageUrl={person.imageUrl}
                sizes="(min-width: 60rem) 12rem, 40vw"
                fallbackPx={400}
                className={styles.portrait}
              />
              <div>
                <h3>{person.name}</h3>
                <p className={styles.role}>{person.role}</p>
                <p className={styles.text}>{person.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
