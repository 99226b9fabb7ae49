import type { CurrentUser } from '~/contract/identity/identity-schema';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { BillingForm } from './billing-form';
import { CompanyPart } from './company-part';
import { DataPart } from './data-part';
import { EmailForm } from './email-form';
import { NotificationForm } from './notification-form';
import styles from './page-account.module.css';
import { PictureForm } from './picture-form';
import { ProfileForm } from './profile-form';
import { SessionList } from './session-list';

export function PageAccount({ viewer }: { viewer: CurrentUser }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Your account</h1>
      <NeedsScripts what="Your account" />
      <div className={styles.parts}>
        <section className={styles.part} aria-labelledby="profile-title">
          <div>
            <h2 id="profile-title" className={styles.heading}>
              Profile
            </h2>
            <p className={styles.note}>Your name and picture.</p>
          </div>
          <div className={styles.stack}>
            <PictureForm viewer={viewer} />
            <ProfileForm viewer={viewer} />
            {!viewer.isAdmin && <EmailForm viewer={viewer} />}
          </div>
        </section>
        {!viewer.isAdmin && (
          <>
            <CompanyPart viewer={viewer} />
            <section className={styles.part} aria-labelledby="billing-title">
              <div>
                <h2 id="billing-title" className={styles.heading}>
                  Billing details
                </h2>
                <p className={styles.note}>
                  Future invoices use these details. Invoices already issued stay as they are.
                </p>
              </div>
              <BillingForm />
            </section>
          </>
        )}
        <section className={styles.part} aria-labelledby="mails-title">
          <div>
            <h2 id="mails-title" className={styles.heading}>
              Emails about requests
            </h2>
            <p className={styles.note}>
              We don’t email you while you have the request open. We always send invoices and
              sign-in codes.
            </p>
          </div>
          <NotificationForm />
        </section>
        <section className={styles.part} aria-labelledby="sessions-title">
          <div>
            <h2 id="sessions-title" className={styles.heading}>
              Active sessions
            </h2>
            <p className={styles.note}>Don’t recognize a session? Sign it out.</p>
          </div>
          <SessionList />
        </section>
        {!viewer.isAdmin && <DataPart viewer={viewer} />}
      </div>
    </div>
  );
}
