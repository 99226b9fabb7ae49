import type { ExhibitInput, ExhibitKind } from '~/contract/portfolio/exhibits-schema';

/** An exhibit as its form holds it: what is typed may not be right yet. */
export type ExhibitDraft = ExhibitInput;

/** Until a number is typed: an empty field is no number, and is refused as one. */
export const unset = '' as unknown as number;

const noFigure = { figure: '', figureLabel: '' };
const emptyScreen = {
  picture: '',
  alt: '',
  heading: '',
  rows: [{ text: '', value: '', tone: 'none' as const }],
  foot: '',
};

/** What each kind is called, what it is for, and how a new one begins. */
export const exhibitEditors: {
  [Kind in ExhibitKind]: {
    label: string;
    about: string;
    empty: Extract<ExhibitDraft, { kind: Kind }>;
  };
} = {
  bars: {
    label: 'Bars',
    about: 'Two or more numbers as lengths, such as before and after.',
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
    about: 'Files as areas, such as an old page beside the new one.',
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
    about: 'A phone around a picture, or around a screen of a few words.',
    empty: { kind: 'phone', title: '', caption: '', ...emptyScreen, ...noFigure },
  },
  browser: {
    label: 'Browser',
    about: 'A window around a picture, or around a screen of a few words.',
    empty: { kind: 'browser', title: '', caption: '', address: '', ...emptyScreen, ...noFigure },
  },
  timeline: {
    label: 'Weeks',
    about: 'What was done in which weeks.',
    empty: { kind: 'timeline', title: '', caption: '', steps: [{ label: '', from: 1, to: 1 }] },
  },
  bill: {
    label: 'Bill',
    about: 'Hours or money, quoted beside what it took.',
    empty: {
      kind: 'bill',
      title: '',
      caption: '',
      of: 'hours',
      lines: [{ label: '', quoted: unset, taken: unset }],
    },
  },
};
