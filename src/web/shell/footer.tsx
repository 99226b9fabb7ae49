import { Link } from '@tanstack/react-router';

import { categories, categoryLabels } from '~/contract/services/categories';
import styles from './footer.module.css';
import { useIsShown, useSettings } from './settings';

const fixedLegalLinks = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/cookies', label: 'Cookies' },
] as const;

/** Footer of every page. @param isLine true to show only the last line, in the client area */
export function Footer({ isLine }: { isLine: boolean }) {
  const { brand, contact, social, links, legalLinks } = useSettings();
  const hasPlans = useIsShown('pricing');
  return (
    <footer className={isLine ? styles.line : styles.footer}>
      {!isLine && (
        <div className={`wrap ${styles.grid}`}>
          <div className={styles.intro}>
            <p className={styles.name}>{brand.name}</p>
            <p className={styles.tagline}>{brand.tagline}</p>
          </div>
          <nav aria-labelledby="footer-services">
            <h2 id="footer-services" className={styles.heading}>
              Services
            </h2>
            <ul className={styles.list}>
              {categories.map((category) => (
                <li key={category}>
                  <Link to="/services" search={{ category }}>
                    {categoryLabels[category]}
                  </Link>
                </li>
              ))}
              {hasPlans && (
                <li>
                  <Link to="/pricing">Plans and pricing</Link>
                </li>
              )}
            </ul>
          </nav>
          <nav aria-labelledby="footer-company">
            <h2 id="footer-company" className={styles.heading}>
              Company
            </h2>
            <ul className={styles.list}>
              {links.footer.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.contact}>
            <h2 className={styles.heading}>Contact</h2>
            <ul className={styles.list}>
              {contact.email && (
                <li>
                  <a href={`mailto:${contact.email}`}>{contact.email}</a>
                </li>
              )}
              {contact.phone && (
                <li>
                  <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>
                </li>
              )}
              {contact.address.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {contact.hours && <li>{contact.hours}</li>}
            </ul>
          </div>
        </div>
      )}
      <div className={`wrap ${styles.base}`}>
        <p>{brand.legalName}</p>
        <ul className={styles.inline}>
          {social.map((link) => (
            <li key={link.url}>
              <a href={link.url} rel="me noopener">
                {link.label}
              </a>
            </li>
          ))}
        </ul>
        <ul className={styles.inline}>
          {fixedLegalLinks.map((link) => (
            <li key={link.to}>
              <Link to={link.to}>{link.label}</Link>
            </li>
          ))}
          {legalLinks?.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
