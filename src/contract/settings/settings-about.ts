export interface TeamMember {
  name: string;
  role: string;
  /** One line on how they work. */
  text: string;
  /** A portrait; without one, a mark is drawn for the name. */
  imageUrl: string | null;
}
