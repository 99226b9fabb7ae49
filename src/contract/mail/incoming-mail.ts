/** The first line of our mails' bodies: what stands below it in an answer is ours. */
export const answerAboveLine = 'Write your answer above this line';
