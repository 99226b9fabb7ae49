import { useNavigate } from '@tanstack/react-router';

import { type Category, categoryLabels } from '~/contract/services/categories';
import { Chips } from '~/web/ui/chips';

export function CategoryFilter({
  offered,
  chosen,
}: {
  offered: Category[];
  chosen: Category | undefined;
}) {
  const navigate = useNavigate();
  return (
    <Chips
      action="/services"
      name="category"
      label="Filter by category"
      options={offered.map((category) => ({ value: category, label: categoryLabels[category] }))}
      chosen={chosen}
      onChoose={(value) => {
        const category = offered.find((one) => one === value);
        void navigate({
          to: '/services',
          search: category ? { category } : {},
          resetScroll: false,
        });
      }}
    />
  );
}
