export const cardTechnologiesLimit = 3;
export const featuredPortfolioLimit = 2;

/** One figure that sums up what a project changed, such as '-41%' with 'time to first order'. */
export interface Outcome {
  value: string;
  label: string;
}
