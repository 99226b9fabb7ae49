import type { ClaimSetting } from '~/contract/settings/settings';

/** Initial claims, used until an admin enters other values or turns on counting. */
export const seedClaims: ClaimSetting[] = [
  { key: 'projects', value: '200+', label: 'projects delivered', mode: 'typed' },
  { key: 'satisfaction', value: '98%', label: 'client satisfaction', mode: 'typed' },
  { key: 'years', value: '5+', label: 'years in business', mode: 'typed' },
  { key: 'clients', value: '150+', label: 'clients', mode: 'typed' },
  { key: 'countries', value: '20+', label: 'countries', mode: 'typed' },
  { key: 'support', value: '24/7', label: 'support', mode: 'typed' },
  { key: 'rating', value: '5.0', label: 'average rating', mode: 'typed' },
  // A claim without a value is hidden, but can be counted.
  {
    key: 'answerTime',
    value: '',
    label: 'median time to first reply',
    mode: 'typed',
  },
  { key: 'answersKept', value: '', label: 'of first replies on time', mode: 'typed' },
];
