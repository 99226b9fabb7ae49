import type { ComponentType } from 'react';

import type { Exhibit } from '~/contract/portfolio/exhibits-schema';
import { exhibitEditors } from '~/web/admin/form/exhibits/exhibit-kinds';
import type { BlockFormProps } from './block-form';
import { emptyPicture } from './block-picture-field';
import type { Block, BlockOf, BlockType } from './block-schemas';
import { CallToActionForm } from './call-to-action/form';
import { ClaimsForm } from './claims/form';
import { DividerForm } from './divider/form';
import { ExhibitBlockForm } from './exhibit/form';
import { FormForm } from './form/form';
import { GalleryForm } from './gallery/form';
import { HeadingForm } from './heading/form';
import { PeopleForm } from './people/form';
import { PictureForm } from './picture/form';
import { PostsForm } from './posts/form';
import { PricesForm } from './prices/form';
import { QuestionsForm } from './questions/form';
import { ServicesForm } from './services/form';
import { TestimonialsForm } from './testimonials/form';
import { TextForm } from './text/form';
import { WorkForm } from './work/form';

interface BlockEditor<Type extends BlockType> {
  /** Name for editors. */
  label: string;
  /** Description in the list of blocks to add. */
  about: string;
  empty: BlockOf<Type>;
  /** Returns a text that distinguishes a block from others of its type. */
  wordsOf?(block: BlockOf<Type>): string;
  Form: ComponentType<BlockFormProps<Type>>;
}

const picked = { ids: [], limit: 6 };

/** Editors of the block types, in the order in which they are offered. */
export const blockEditors: { [Type in BlockType]: BlockEditor<Type> } = {
  heading: {
    label: 'Heading',
    about: 'A large heading with text and buttons. As the first block, it is the page title.',
    empty: { type: 'heading', title: '', lead: '', links: [] },
    wordsOf: ({ title }) => title,
    Form: HeadingForm,
  },
  text: {
    label: 'Text',
    about: 'Paragraphs, lists and tables.',
    empty: { type: 'text', title: '', text: '', layout: 'column' },
    wordsOf: ({ title, text }) => title || text.replace(/[#*_`>[\]]+/g, '').trim(),
    Form: TextForm,
  },
  picture: {
    label: 'Picture',
    about: 'One picture with a caption.',
    empty: { type: 'picture', picture: emptyPicture, width: 'page', shape: 'whole' },
    wordsOf: ({ picture }) => picture.caption || picture.alt,
    Form: PictureForm,
  },
  gallery: {
    label: 'Gallery',
    about: 'Several pictures side by side.',
    empty: { type: 'gallery', title: '', pictures: [emptyPicture] },
    wordsOf: ({ title }) => title,
    Form: GalleryForm,
  },
  exhibit: {
    label: 'Chart or mock-up',
    about: 'Bars, sizes, a phone, a browser, a timeline or a bill.',
    empty: {
      type: 'exhibit',
      title: '',
      exhibit: structuredClone(exhibitEditors.bars.empty) as unknown as Exhibit,
    },
    wordsOf: ({ title, exhibit }) => title || exhibit.title,
    Form: ExhibitBlockForm,
  },
  services: {
    label: 'Services',
    about: 'Your services with prices.',
    empty: { type: 'services', title: '', pick: 'all', category: 'website', ...picked },
    wordsOf: ({ title }) => title,
    Form: ServicesForm,
  },
  work: {
    label: 'Work',
    about: 'Projects from your portfolio.',
    empty: { type: 'work', title: '', pick: 'featured', category: 'website', ...picked },
    wordsOf: ({ title }) => title,
    Form: WorkForm,
  },
  posts: {
    label: 'Posts',
    about: 'Posts from your blog.',
    empty: { type: 'posts', title: '', pick: 'newest', category: 'Technology', ids: [], limit: 3 },
    wordsOf: ({ title }) => title,
    Form: PostsForm,
  },
  prices: {
    label: 'Prices',
    about: 'Plans, or a price list of services.',
    empty: { type: 'prices', title: '', text: '', of: 'plans' },
    wordsOf: ({ title }) => title,
    Form: PricesForm,
  },
  claims: {
    label: 'Stats',
    about: 'Stats from Built-in pages.',
    empty: { type: 'claims', keys: ['projects', 'years', 'clients'] },
    Form: ClaimsForm,
  },
  testimonials: {
    label: 'Testimonials',
    about: 'Published testimonials.',
    empty: { type: 'testimonials', title: '', pick: 'first', ids: [], limit: 3 },
    wordsOf: ({ title }) => title,
    Form: TestimonialsForm,
  },
  questions: {
    label: 'Questions',
    about: 'Questions with expandable answers.',
    empty: {
      type: 'questions',
      title: 'Questions',
      from: 'own',
      items: [{ question: '', answer: '' }],
    },
    wordsOf: ({ title }) => title,
    Form: QuestionsForm,
  },
  people: {
    label: 'People',
    about: 'Your team.',
    empty: { type: 'people', title: '', names: [] },
    wordsOf: ({ title }) => title,
    Form: PeopleForm,
  },
  form: {
    label: 'Form',
    about: 'A custom form. Entries appear in the inbox.',
    empty: { type: 'form', title: '', text: '', formId: 0 },
    wordsOf: ({ title }) => title,
    Form: FormForm,
  },
  callToAction: {
    label: 'Call to action',
    about: 'A highlighted invitation with buttons.',
    empty: {
      type: 'callToAction',
      title: '',
      text: '',
      links: [{ label: 'Start a conversation', to: '/contact' }],
      tone: 'straw',
    },
    wordsOf: ({ title }) => title,
    Form: CallToActionForm,
  },
  divider: {
    label: 'Divider',
    about: 'Space or a line between two blocks.',
    empty: { type: 'divider', look: 'line' },
    Form: DividerForm,
  },
};

/** Returns the editor of a block's type. */
export const editorOf = (block: Pick<Block, 'type'>) =>
  blockEditors[block.type] as unknown as {
    label: string;
    wordsOf?(block: Block): string;
    Form: ComponentType<{
      block: Block;
      errorOf(path: string): string | undefined;
      onChange(block: Block): void;
    }>;
  };
