import type { About } from '~/contract/settings/settings-schema';
import styles from './story.module.css';

export function Story({ story }: { story: About['story'] }) {
  if (story.paragraphs.length === 0) return null;
  return (
    <section className={`wrap ${styles.section}`} aria-labelledby="story-title">
      <h2 id="story-title" className={styles.title}>
        {story.title}
      </h2>
      <div className={styles.prose}>
        {story.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
