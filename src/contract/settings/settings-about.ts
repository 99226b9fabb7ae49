export interface TeamMember {
  name: string;
  role: string;
  /** One line about what the person does. */
  text: string;
  /** URL of the portrait; without one, a picture is generated from the name. */
  imageUrl: string | null;
}
