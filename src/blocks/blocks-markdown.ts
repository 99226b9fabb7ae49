import type { Block, BlockOf, BlockType, ShownBlock, ShownOf } from './block-schemas';

type Link = { label: string; to: string };

/** The parts of a block, as Markdown; those that are empty are left out. */
type Writer<Type extends BlockType> = (shown: ShownOf<Type>, block: BlockOf<Type>) => string[];

const heading = (title: string) => (title ? `## ${title}` : '');
const linkTo = (path: string, words: string, text = '') =>
  `- [${words}](${path})${text && `: ${text}`}`;
const buttons = (links: readonly Link[]) => links.map(({ to, label }) => `[${label}](${to})`);
const pictureOf = ({ url, alt, caption }: { url: string; alt: string; caption: string }) => [
  `![${alt}](${url})`,
  caption,
];

const writers: { [Type in BlockType]: Writer<Type> } = {
  heading: ({ title, lead, links }) => [heading(title), lead, ...buttons(links)],
  text: ({ title }, { text }) => [heading(title), text],
  picture: ({ picture }) => pictureOf(picture),
  gallery: ({ title, pictures }) => [heading(title), ...pictures.flatMap(pictureOf)],
  exhibit: ({ title, exhibit }) => [heading(title), exhibit.title, exhibit.caption],
  services: ({ title, services }) => [
    heading(title),
    services.map((one) => linkTo(`/services/${one.slug}`, one.name, one.description)).join('\n'),
  ],
  work: ({ title, items }) => [
    heading(title),
    items.map((one) => linkTo(`/portfolio/${one.slug}`, one.title)).join('\n'),
  ],
  posts: ({ title, posts }) => [
    heading(title),
    posts.map((one) => linkTo(`/blog/${one.slug}`, one.title, one.excerpt)).join('\n'),
  ],
  prices: ({ title, text, plans, services }) => [
    heading(title),
    text,
    plans.map((one) => linkTo('/pricing', one.name, one.description)).join('\n'),
    services.map((one) => linkTo(`/services/${one.slug}`, one.name, one.description)).join('\n'),
  ],
  // Figures stand in a page's frame, and are of a day.
  claims: () => [],
  testimonials: ({ title, testimonials }) => [
    heading(title),
    ...testimonials.map(({ words, name, role, company }) => {
      const quoted = words.split('\n').map((one) => `> ${one}`.trimEnd());
      return [...quoted, '>', `> ${[name, role, company].filter(Boolean).join(', ')}`].join('\n');
    }),
  ],
  questions: ({ title, items }, { from, items: written }) => [
    heading(title),
    // Those of the prices are answered there.
    ...(from === 'own'
      ? written.flatMap(({ question, answer }) => [`### ${question}`, answer])
      : items.map(({ question }) => linkTo('/pricing', question))),
  ],
  people: ({ title, people }) => [
    heading(title),
    people.map(({ name, role }) => `- ${[name, role].filter(Boolean).join(', ')}`).join('\n'),
  ],
  form: ({ title, text, form }) => [heading(title || form.name), text],
  callToAction: ({ title, text, links }) => [heading(title), text, ...buttons(links)],
  divider: () => ['---'],
};

/** @param shown what visitors read of it; undefined where there is nothing to show */
export const blockMarkdown = (block: Block, shown: ShownBlock | undefined): string => {
  const write = writers[block.type] as Writer<BlockType>;
  return shown
    ? write(shown as never, block as never)
        .filter((part) => part.trim())
        .join('\n\n')
    : '';
};
