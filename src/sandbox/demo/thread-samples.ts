/** A message in the thread of a sample client's request. */
export interface DemoMessage {
  by: 'client' | 'agency';
  text: string;
  /** Days back from today. */
  daysAgo: number;
  internal?: boolean;
  files?: DemoFile[];
}

export interface DemoFile {
  name: string;
  content: 'picture' | 'map' | 'table' | 'text';
  /** State of the deliverable in the message. */
  deliverable?: 'waiting' | 'approved' | 'returned';
  comment?: string;
}

export interface DemoThread {
  email: string;
  title: string;
  messages: DemoMessage[];
  /** True if the agency waits for the client's reply. */
  isWaiting?: boolean;
  /** Number of the newest messages that each side has not read. */
  unread?: { client?: number; agency?: number };
  draft?: string;
}

export const demoThreads: DemoThread[] = [
  {
    email: 'maren@skerrow-ferries.example',
    title: 'Winter timetable on the landing page',
    messages: [
      {
        by: 'client',
        daysAgo: 11.9,
        text: 'The new times are in the attached table. The 06:40 from Skerrow stays; all others move by twenty minutes.',
        files: [{ name: 'winter-times.csv', content: 'table' }],
      },
      {
        by: 'agency',
        daysAgo: 11.2,
        text: 'Thank you, that’s all we need. One question: should the notice on the landing page go up on the same day or a week before?\n\n- same day: we prepare both and switch at midnight\n- a week before: the old table gets a line above it',
      },
      { by: 'client', daysAgo: 10.8, text: 'A week before, please.' },
      {
        by: 'agency',
        daysAgo: 10.1,
        internal: true,
        text: 'The map uses the same table, so nothing has to be drawn manually once the import runs. That saves two hours.',
      },
      {
        by: 'agency',
        daysAgo: 1.2,
        text: 'Here are the landing page with the winter times and the map. If both are right, please approve them here and we’ll publish them the next morning.',
        files: [
          { name: 'landing-page-winter.png', content: 'picture', deliverable: 'waiting' },
          { name: 'map-winter.png', content: 'map', deliverable: 'waiting' },
        ],
      },
    ],
    isWaiting: true,
    unread: { client: 1 },
    draft: 'The page looks right. On the map, the stop at',
  },
  {
    email: 'maren@skerrow-ferries.example',
    title: 'Booking confirmation in Norwegian',
    messages: [
      {
        by: 'agency',
        daysAgo: 30,
        text: 'Here is the confirmation in both languages, with the passenger’s own first.',
        files: [
          { name: 'confirmation.txt', content: 'text', deliverable: 'approved' },
          { name: 'confirmation-pdf.png', content: 'picture', deliverable: 'approved' },
        ],
      },
      { by: 'client', daysAgo: 29.5, text: 'Two Norwegian colleagues read it and approved.' },
    ],
  },
  {
    email: 'priya@ramanlegal.example',
    title: 'Intake form for referrals',
    messages: [
      {
        by: 'agency',
        daysAgo: 9,
        text: 'Here is the first version of the form, still without the conflict check.',
        files: [
          {
            name: 'intake-form-v1.png',
            content: 'picture',
            deliverable: 'returned',
            comment: 'The front desk asks for the opposing party first. Please move it to the top.',
          },
        ],
      },
      {
        by: 'agency',
        daysAgo: 8.5,
        internal: true,
        text: 'She’s right, and it makes the conflict check simpler: it can run while the rest is typed.',
      },
      {
        by: 'client',
        daysAgo: 0.3,
        text: 'Two sample cases, as promised. Names are changed.\n\n1. Harrow v. Ellery, with three opposing parties\n2. A company that was a client ten years ago',
        files: [{ name: 'sample-cases.txt', content: 'text' }],
      },
      { by: 'client', daysAgo: 0.2, text: 'When can we look at the second version?' },
    ],
    unread: { agency: 2 },
  },
  {
    email: 'jonah@whitfield-roasters.example',
    title: 'Shipping labels from the shop',
    messages: [
      {
        by: 'agency',
        daysAgo: 3,
        text: 'Before we think about labels, we’d like to see how you pack today. Could you send a photo of the packing table?',
      },
    ],
    isWaiting: true,
    unread: { client: 1 },
  },
];
