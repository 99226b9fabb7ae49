export interface TeamMember {
  name: string;
  role: string;
  /** One line on how they work. */
  text: string;
  /** A portrait; without one, a picture is generated from the name. */
  imageUrl: string | null;
}
