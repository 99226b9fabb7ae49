import type { ClaimSetting } from '~/contract/settings/settings';

/** The initial claims, until an admin types others or has them counted. */
export const seedClaims: ClaimSetting[] = [
  { key: 'projects', value: '200+', label: 'projects delivered', mode: 'typed' },
  { key: 'satisfaction', value: '98%', label: 'client satisfaction', mode: 'typed' },
  { key: 'years', value: '5+', label: 'years in business', mode: 'typed' },
  { key: 'clients', value: '150+', label: 'clients', mode: 'typed' },
  { key: 'countries', value: '20+', label: 'countries', mode: 'typed' },
  { key: 'support', value: '24/7', label: 'support', mode: 'typed' },
  { key: 'rating', value: '5.0', label: 'average rating', mode: 'typed' },
  // Without a value they are not shown: they are there to be counted.
  {
    key: 'answerTime',
    value: '',
    label: 'until the first answer, by the median',
    mode: 'typed',
  },
  { key: 'answersKept', value: '', label: 'of first answers in time', mode: 'typed' },
];
