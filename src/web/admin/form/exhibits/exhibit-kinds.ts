import type { ExhibitInput, ExhibitKind } from '~/contract/portfolio/exhibits-schema';

/** An exhibit while it is edited, which may be invalid. */
export type ExhibitDraft = ExhibitInput;

/** Value of a number field before a number is typed. An empty field is not a number, so it is rejected. */
export const unset = '' as unknown as number;

const noFigure = { figure: '', figureLabel: '' };
const emptyScreen = {
  picture: '',
  alt: '',
  heading: '',
  rows: [{ text: '', value: '', tone: 'none' as const }],
  foot: '',
};

/** Label, description and initial content of each kind. */
export const exhibitEditors: {
  [Kind in ExhibitKind]: {
    label: string;
    about: string;
    empty: Extract<ExhibitDraft, { kind: Kind }>;
  };
} = {
  bars: {
    label: 'Bars',
    about: 'Compare numbers, such as before and after.',
    empty: {
      kind: 'bars',
      title: '',
      caption: '',
      unit: '',
      bars: [
        { label: '', value: unset },
        { label: '', value: unset },
      ],
    },
  },
  weight: {
    label: 'Sizes to scale',
    about: 'Compare file sizes, such as the old and new page.',
    empty: {
      kind: 'weight',
      title: '',
      caption: '',
      items: [
        { label: '', kilobytes: unset },
        { label: '', kilobytes: unset },
      ],
    },
  },
  phone: {
    label: 'Phone',
    about: 'A phone with a picture or a simple screen.',
    empty: { kind: 'phone', title: '', caption: '', ...emptyScreen, ...noFigure },
  },
  browser: {
    label: 'Browser',
    about: 'A browser window with a picture or a simple screen.',
    empty: { kind: 'browser', title: '', caption: '', address: '', ...emptyScreen, ...noFigure },
  },
  timeline: {
    label: 'Weeks',
    about: 'A timeline of the project.',
    empty: { kind: 'timeline', title: '', caption: '', steps: [{ label: '', from: 1, to: 1 }] },
  },
  bill: {
    label: 'Bill',
    about: 'Hours or money: quoted and actual.',
    empty: {
      kind: 'bill',
      title: '',
      caption: '',
      of: 'hours',
      lines: [{ label: '', quoted: unset, taken: unset }],
    },
  },
};
