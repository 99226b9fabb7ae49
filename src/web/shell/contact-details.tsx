import type { ContactDetails as Details } from '~/contract/settings/settings';
import styles from './contact-details.module.css';

/** The contact details of the agency, one per line. */
export function ContactDetails(props: {
  contact: Details;
  /** Chat number, digits only. If it is missing, the line is omitted. */
  whatsappNumber?: string | null;
}) {
  const { contact, whatsappNumber } = props;
  return (
    <dl className={styles.details}>
      {contact.address.length > 0 && (
        <div>
          <dt>Address</dt>
          <dd>
            {contact.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </dd>
        </div>
      )}
      {(contact.email || contact.phone) && (
        <div>
          <dt>Email and phone</dt>
          <dd>
            {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
            {contact.phone && (
              <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>
            )}
          </dd>
        </div>
      )}
      {whatsappNumber && (
        <div>
          <dt>Chat</dt>
          <dd>
            <a href={`https://wa.me/${whatsappNumber}`} target="_blank" rel="noopener">
              WhatsApp
            </a>
          </dd>
        </div>
      )}
      {contact.hours && (
        <div>
          <dt>Hours</dt>
          <dd>{contact.hours}</dd>
        </div>
      )}
    </dl>
  );
}
