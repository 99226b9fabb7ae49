import { getRouteApi } from '@tanstack/react-router';

import { ContactForm } from './contact-form';
import { ContactHead } from './contact-head';
import { ContactInfo } from './contact-info';
import styles from './page-contact.module.css';

const route = getRouteApi('/contact');

export function PageContact() {
  const { subject } = route.useSearch();
  return (
    <div className={`wrap ${styles.page}`}>
      <ContactHead />
      <div className={styles.grid}>
        <ContactForm subject={subject} />
        <ContactInfo />
      </div>
    </div>
  );
}
