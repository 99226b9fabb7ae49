import type { ReactNode } from 'react';

import { type Answer, answerText } from '~/contract/forms/forms';
import { Facts } from '~/web/admin/ui/facts';

/** Answers of a form, with the labels that its fields had at the time. */
export function AnswerFacts({ answers }: { answers: Answer[] }) {
  return (
    <Facts
      facts={answers.map((answer): [string, ReactNode] => [
        answer.label,
        <Shown key={answer.key} answer={answer} />,
      ])}
    />
  );
}

function Shown({ answer }: { answer: Answer }) {
  const { files, value } = answer;
  if (!files) return <span className="as-written">{answerText(answer)}</span>;
  return (
    <>
      {files.map(({ id, name }) => (
        <div key={id}>
          <a href={`/api/files/${id}`}>{name}</a>
        </div>
      ))}
      {/* Lists files that could not be stored. */}
      {Array.isArray(value) &&
        value.slice(files.length).map((name) => <div key={name}>{name}</div>)}
    </>
  );
}
