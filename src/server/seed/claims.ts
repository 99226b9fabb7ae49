import type { ClaimSetting } from '~/contract/settings/settings';

/** Initial claims, until an admin enters others or has them counted. */
export const seedClaims: ClaimSetting[] = [
  { key: 'projects', value: '200+', label: 'projects delivered', mode: 'typed' },
  { key: 'satisfaction', value: '98%', label: 'client satisfaction', mode: 'typed' },
  { key: 'years', value: '5+', label: 'years in business', mode: 'typed' },
  { key: 'clients', value: '150+', label: 'clients', mode: 'typed' },
  { key: 'countries', value: '20+', label: 'countries', mode: 'typed' },
  { key: 'support', value: '24/7', label: 'support', mode: 'typed' },
  { key: 'rating', value: '5.0', label: 'average rating', mode: 'typed' },
  // Claims without a value are hidden, but can be counted.
  {
    key: 'answerTime',
    value: '',
    label: 'median time to first reply',
    mode: 'typed',
  },
  { key: 'answersKept', value: '', label: 'of first replies on time', mode: 'typed' },
];
