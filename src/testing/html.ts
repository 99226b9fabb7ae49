import { type BoundFunctions, type queries, within } from '@testing-library/dom';
import { Window } from 'happy-dom';

import type { TestApp } from './app';

type Queries = BoundFunctions<typeof queries>;

/** A page as those read it who run no scripts. */
export interface HtmlPage {
  status: number;
  /** Where it leads, if it does. */
  location: string | null;
  html: string;
  document: Document;
  /** Finds parts of the whole page. */
  body: Queries;
  /** Finds parts of what is its own. */
  main: Queries;
}

/** Asks the app for a page, and makes a document of its HTML. */
export async function readHtml(app: TestApp, path: string): Promise<HtmlPage> {
  const response = await app.fetch(path);
  const html = await response.text();
  const { document } = new Window({ url: `http://agency.test${path}` });
  document.write(html);
  const body = within(document.body as unknown as HTMLElement);
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    document: document as unknown as Document,
    body,
    main: within(body.getByRole('main')),
  };
}

/** The words in an element, as they are read: without the line breaks and indents of the markup. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

export const textsOf = (elements: Iterable<Element>): string[] => Array.from(elements, textOf);

/** What links say and where they lead. */
export const linksOf = (elements: Iterable<Element>): [text: string, href: string | null][] =>
  Array.from(elements, (element) => [textOf(element), element.getAttribute('href')]);

/** Where a button of a form that is sent by GET leads, as browsers do it without a script. */
export function targetOf(button: HTMLElement): string {
  const form = button.closest('form');
  const name = button.getAttribute('name');
  const query = name
    ? `?${new URLSearchParams({ [name]: button.getAttribute('value') ?? '' })}`
    : '';
  return (form?.getAttribute('action') ?? '') + query;
}

/** What the head tells of the page, such as under `meta[name=description]`. */
export const headOf = ({ document }: HtmlPage, selector: string, attribute = 'content') => {
  const found = document.head.querySelectorAll(selector);
  if (found.length !== 1) throw new Error(`${selector} is there ${found.length} times`);
  return found[0]?.getAttribute(attribute);
};
