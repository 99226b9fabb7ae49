import { TRPCClientError } from '@trpc/client';
import type { AnyTRPCProcedure } from '@trpc/server';

import { AppError, errorStatus } from '~/contract/common/errors';
import { defaultFormFields } from '~/contract/leads/form-field-defaults';
import type { ClaimKey } from '~/contract/settings/settings';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { seedClaims } from '~/server/seed/claims';
import { seedSettings } from '~/server/seed/settings';
import type { ApiCalls, ApiInputs, ApiOutputs, AppRouter } from '~/web/lib/trpc';

type Procedures = AppRouter['_def']['record'];

type AnswersOf<Node, Input, Output> = {
  [Name in keyof Node & keyof Input & keyof Output]?: Node[Name] extends AnyTRPCProcedure
    ? (input: Input[Name]) => Output[Name] | Promise<Output[Name]>
    : AnswersOf<Node[Name], Input[Name], Output[Name]>;
};

/** Responses of the fake server by procedure, typed by the inputs and outputs of the real procedures. */
export type Answers = AnswersOf<Procedures, ApiInputs, ApiOutputs>;

type PathOf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends AnyTRPCProcedure
    ? Name
    : `${Name}.${PathOf<Node[Name]>}`;
}[keyof Node & string];

/** Path of a procedure, such as `quotes.submit`. */
export type ProcedurePath = PathOf<Procedures>;

export interface ApiDouble {
  calls: ApiCalls;
  /** Sets responses, which replace those of the same procedures. */
  answer(answers: Answers): void;
  /** Returns the inputs of all calls of a procedure, oldest first. */
  inputsOf(path: ProcedurePath): unknown[];
  /** Returns procedures that were called without a response. */
  unanswered: string[];
  /** Stops responding, also to pending calls, because their callers belong to a test that is over. */
  end(): void;
}

const never = new Promise<never>(() => {});

/** Sample settings that every page reads. */
export const sampleSettings: PublicSettings = {
  brand: seedSettings.brand,
  contact: seedSettings.contact,
  social: seedSettings.social,
  hero: seedSettings.hero,
  reasons: seedSettings.reasons,
  claims: Object.fromEntries(
    seedClaims.map(({ key, value, label }): [ClaimKey, { value: string; label: string }] => [
      key,
      { value, label },
    ]),
  ) as PublicSettings['claims'],
  answerWithin: 'one working day',
  measuredAnswers: null,
  timeZone: 'UTC',
  currency: 'USD',
  whatsappNumber: '15550100142',
  links: {
    bar: [
      { to: '/services', label: 'Services' },
      { to: '/', label: 'Home' },
      { to: '/about', label: 'About Us' },
      { to: '/portfolio', label: 'Portfolio' },
      { to: '/blog', label: 'Blog' },
      { to: '/contact', label: 'Contact' },
    ],
    footer: [{ to: '/about', label: 'About' }],
  },
};

/** Responses to the queries of every page: the sample settings, and a visitor without a session. */
const answersOfEachPage: Answers = {
  settings: {
    public: () => sampleSettings,
    formFields: () => defaultFormFields,
    answerDue: () => ({ dueAt: '2026-12-01T16:00:00.000Z' }),
  },
  identity: { viewer: () => null },
  // The agency has no custom form, so no service has a brief.
  admin: { forms: { page: () => ({ rows: [], total: 0, counts: {} }) } },
  formAnswers: { requestBrief: () => null },
};

/**
 * Creates a fake server for a component: responds as the test defines, and records the inputs. A response that throws an
 * {@link AppError} fails in the same way as on the server; any other error counts as a lost connection.
 */
export function createApiDouble(answers: Answers = {}): ApiDouble {
  const answerOf = new Map<string, (input: unknown) => unknown>();
  const recorded: { path: string; input: unknown }[] = [];
  const unanswered: string[] = [];

  const answer = (added: object, prefix = '') => {
    for (const [name, value] of Object.entries(added)) {
      if (typeof value === 'function') answerOf.set(prefix + name, value);
      else answer(value, `${prefix}${name}.`);
    }
  };
  answer(answersOfEachPage);
  answer(answers);

  let isOver = false;
  const call = async (path: string, input?: unknown) => {
    if (isOver) return never;
    recorded.push({ path, input });
    const answerTo = answerOf.get(path);
    if (!answerTo) {
      unanswered.push(path);
      throw new Error(`the test sets no response for ${path}`);
    }
    try {
      const result = await answerTo(input);
      return isOver ? never : result;
    } catch (error) {
      if (isOver) return never;
      throw failureOf(error);
    }
  };

  return {
    calls: { query: call, mutation: call },
    answer,
    inputsOf: (path) => recorded.filter((one) => one.path === path).map(({ input }) => input),
    unanswered,
    end() {
      isOver = true;
    },
  };
}

/** Returns the error that the browser's client creates for a failure on the server or on the network. */
function failureOf(error: unknown): Error {
  if (!(error instanceof AppError)) return TRPCClientError.from(error as Error);
  const { code, message, about } = error;
  const data = { code, message, httpStatus: errorStatus[code], ...about };
  return TRPCClientError.from({ error: { code: -32_000, message, data } });
}
