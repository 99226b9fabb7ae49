export interface TeamMember {
  name: string;
  role: string;
  /** One line about the person's work. */
  text: string;
  /** URL of the portrait; without one, a picture is generated from the name. */
  imageUrl: string | null;
}
