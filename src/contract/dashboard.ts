export const recentLimit = 5;

/** Something that happened between a client and the agency. */
export interface Activity {
  id: string;
  kind: 'quote' | 'message' | 'account';
  title: string;
  /** Such as 'pending' or 'replied'; empty where there is none. */
  status: string;
  time: string;
}

/** What a client sees first: their own figures, and what happened lately. */
export interface Welcome {
  quotes: number;
  messages: number;
  /** Quotes and messages that somebody has answered. */
  answered: number;
  memberSince: string;
  activity: Activity[];
}

/** Blocks that stand in for the panel's content while it is loaded. */
export const adminSkeletons = 6;
