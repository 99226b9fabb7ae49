import { type BoundFunctions, type queries, within } from '@testing-library/dom';
import { Window } from 'happy-dom';

import type { TestApp } from './app';

type Queries = BoundFunctions<typeof queries>;

/** A page as its HTML defines it. Scripts do not run. */
export interface HtmlPage {
  status: number;
  /** Location header; null if there is none. */
  location: string | null;
  html: string;
  document: Document;
  /** Queries for the whole page. */
  body: Queries;
  /** Queries for the main region. */
  main: Queries;
}

/** Requests a page from the app and parses its HTML. */
export async function readHtml(app: TestApp, path: string): Promise<HtmlPage> {
  const response = await app.fetch(path);
  const html = await response.text();
  const document = documentOf(html, path);
  const body = within(document.body);
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    document,
    body,
    main: within(body.getByRole('main')),
  };
}

/** Parses a page. */
export function documentOf(html: string, path = '/'): Document {
  const { document } = new Window({ url: `http://agency.test${path}` });
  document.write(html);
  return document as unknown as Document;
}

/** Returns the text of an element with collapsed white space. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

export const textsOf = (elements: Iterable<Element>): string[] => Array.from(elements, textOf);

/** Returns texts and targets of links. */
export const linksOf = (elements: Iterable<Element>): [text: string, href: string | null][] =>
  Array.from(elements, (element) => [textOf(element), element.getAttribute('href')]);

/** Returns the URL to which a button of a GET form leads without scripts. */
export function targetOf(button: HTMLElement): string {
  const form = button.closest('form');
  const name = button.getAttribute('name');
  const query = name
    ? `?${new URLSearchParams({ [name]: button.getAttribute('value') ?? '' })}`
    : '';
  return (form?.getAttribute('action') ?? '') + query;
}

/** Returns the content of an element of the head, such as `meta[name=description]`. */
export const headOf = ({ document }: HtmlPage, selector: string, attribute = 'content') => {
  const found = document.head.querySelectorAll(selector);
  if (found.length !== 1) throw new Error(`${selector} occurs ${found.length} times`);
  return found[0]?.getAttribute(attribute);
};
