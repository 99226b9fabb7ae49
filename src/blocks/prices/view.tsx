import { Link } from '@tanstack/react-router';

import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { formatMoney } from '~/contract/common/money';
import { perUnit } from '~/contract/services/services';
import { CardPlan } from '~/web/features/pricing/card-plan';
import plans from '~/web/features/pricing/page-pricing.module.css';
import { useSettings } from '~/web/shell/settings';
import styles from './view.module.css';

export function PricesView({ block }: BlockProps<'prices'>) {
  const { title, text, isPayable } = block;
  return (
    <BlockSection title={title}>
      <div className="wrap">
        {text && <p className={styles.text}>{text}</p>}
        {block.plans.length > 0 && (
          <ul className={plans.plans}>
            {block.plans.map((plan) => (
              <CardPlan
                key={plan.id}
                plan={plan}
                cycle="monthly"
                isPayable={isPayable}
                titleAs="h3"
              />
            ))}
          </ul>
        )}
        {block.services.length > 0 && <PriceList services={block.services} />}
      </div>
    </BlockSection>
  );
}

function PriceList({ services }: Pick<BlockProps<'prices'>['block'], 'services'>) {
  const { currency } = useSettings();
  return (
    <ul className={styles.list}>
      {services.map((service) => (
        <li key={service.id} className={styles.row}>
          <Link to="/services/$slug" params={{ slug: service.slug }} className={styles.name}>
            {service.name}
          </Link>
          <span className={styles.time}>{service.timeline}</span>
          <span className={styles.price}>
            {service.priceKind === 'from' && <small>from </small>}
            {perUnit(formatMoney(service.price, currency), service.priceUnit)}
          </span>
        </li>
      ))}
    </ul>
  );
}
