import type { Reason } from './settings';

export interface TeamMember {
  name: string;
  role: string;
  /** One line on how they work. */
  text: string;
  /** A portrait; without one, a mark is drawn for the name. */
  imageUrl: string | null;
}

/** What an agency says of itself at length. A part without anything in it is left out of the page. */
export interface About {
  title: string;
  lead: string;
  story: { title: string; paragraphs: string[] };
  values: { title: string; items: Reason[] };
  week: { title: string; items: Reason[] };
  team: { title: string; people: TeamMember[] };
}
