export const cardTechnologiesLimit = 3;
export const featuredPortfolioLimit = 2;

/** A figure that sums up the result of a project, such as '-41%' with 'time to first order'. */
export interface Outcome {
  value: string;
  label: string;
}
