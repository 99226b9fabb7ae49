import { Checkbox, Stack } from '@mantine/core';

import type { CompanyRight } from '~/contract/companies/companies';

export interface Rights {
  rights: CompanyRight[];
  isManager: boolean;
}

const choices: { right: CompanyRight; label: string; description: string }[] = [
  {
    right: 'requests',
    label: 'Requests',
    description: 'Can view and reply to all company requests, including files.',
  },
  {
    right: 'invoices',
    label: 'Proposals and invoices',
    description: 'Can view and pay them and edit the billing data.',
  },
];

/** Fields for the rights of a company member. */
export function RightFields({ value, onChange }: { value: Rights; onChange(value: Rights): void }) {
  const { rights, isManager } = value;
  return (
    <Stack gap="sm">
      {choices.map(({ right, label, description }) => (
        <Checkbox
          key={right}
          label={label}
          description={description}
          checked={rights.includes(right)}
          onChange={({ currentTarget }) => {
            const others = rights.filter((one) => one !== right);
            onChange({ isManager, rights: currentTarget.checked ? [...others, right] : others });
          }}
        />
      ))}
      <Checkbox
        label="Manager"
        description="Can invite and remove people on their account page."
        checked={isManager}
        onChange={({ currentTarget }) => onChange({ rights, isManager: currentTarget.checked })}
      />
    </Stack>
  );
}

const words: Record<CompanyRight, string> = {
  requests: 'requests',
  invoices: 'proposals and invoices',
};

/** Formats rights such as 'Requests, proposals and invoices; manager'. */
export function rightsInWords({ rights, isManager }: Rights): string {
  const seen = rights.map((right) => words[right]).join(', ');
  const all = [seen || 'sees nothing', ...(isManager ? ['manager'] : [])].join('; ');
  return all.charAt(0).toUpperCase() + all.slice(1);
}
