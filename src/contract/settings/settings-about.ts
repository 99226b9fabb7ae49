export interface TeamMember {
  name: string;
  role: string;
  /** One line about how they work. */
  text: string;
  /** Portrait; without one, a picture is generated from the name. */
  imageUrl: string | null;
}
