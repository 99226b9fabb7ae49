import type { Stripe } from '@stripe/stripe-js';
import { createRoot, type Root } from 'react-dom/client';

import { type AccountErrors, testAccounts } from './sandbox-account';
import { type CardErrors, testCards } from './sandbox-card';
import { askBank } from './sandbox-dialog';
import { SandboxFields } from './sandbox-fields';

interface Intent {
  id: string;
  object: string;
  status: string;
  payment_method_types?: string[];
}

interface Failure {
  type: string;
  message: string;
}

interface Answer {
  intent: Intent;
  error?: Failure;
}

const unreachable: Failure = {
  type: 'api_connection_error',
  message: 'The payment could not be sent. Please check your connection and try again.',
};

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`/api/sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return response.json();
}

function readExpiry(text: string): { expMonth: number; expYear: number } | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(text.trim()) ?? [];
  const expMonth = Number(month);
  const expYear = 2000 + Number(year);
  const now = new Date();
  const isOver = expYear * 12 + expMonth < now.getFullYear() * 12 + now.getMonth() + 1;
  return expMonth >= 1 && expMonth <= 12 && !isOver ? { expMonth, expYear } : undefined;
}

type Given =
  | { kind: 'card'; card: { last4: string; expMonth: number; expYear: number } }
  | { kind: 'debit'; debit: { last4: string } };

/** The element that asks for a card or an account: Stripe's is a frame, this one is fields of our own. */
class PaymentFields {
  private root: Root | undefined;
  private place: HTMLElement | undefined;
  private kind: Given['kind'] = 'card';
  private takesDebit = false;

  constructor(private readonly clientSecret: string) {}

  on(event: string, listener: () => void): this {
    if (event === 'ready') setTimeout(listener);
    return this;
  }
  off(): this {
    return this;
  }
  update(): void {}

  mount(place: HTMLElement): void {
    this.place = place;
    this.root = createRoot(place);
    this.draw({});
    void post('/intent', { clientSecret: this.clientSecret })
      .then(({ intent }) => {
        this.takesDebit = intent.payment_method_types?.includes('sepa_debit') ?? false;
        this.draw({});
      })
      // Cards are always taken: they are what is offered then.
      .catch(() => {});
  }

  destroy(): void {
    const { root } = this;
    // Not within the drawing that takes it away.
    setTimeout(() => root?.unmount());
  }

  /** @returns what may be sent of it; undefined where a field is wrong, which then says so */
  read(): Given | undefined {
    return this.kind === 'card' ? this.readCard() : this.readAccount();
  }

  private readAccount(): Given | undefined {
    const iban = this.field('account-iban').replace(/\s/g, '').toUpperCase();
    const isKnown = testAccounts.some(({ number }) => number.replaceAll(' ', '') === iban);
    this.draw(
      isKnown ? {} : { iban: 'Only test accounts work here. Please don’t enter a real account.' },
    );
    return isKnown ? { kind: 'debit', debit: { last4: iban.slice(-4) } } : undefined;
  }

  private readCard(): Given | undefined {
    const number = this.field('card-number').replace(/\D/g, '');
    const isKnown = testCards.some((card) => card.number.replaceAll(' ', '') === number);
    const expiry = readExpiry(this.field('card-expiry'));
    const errors: CardErrors = {
      ...(!isKnown && { number: 'Only test cards work here. Please don’t enter a real card.' }),
      ...(!expiry && { expiry: 'Your card’s expiry date is in the past or incomplete.' }),
      ...(!/^\d{3,4}$/.test(this.field('card-cvc')) && {
        cvc: 'Your card’s security code is incomplete.',
      }),
    };
    this.draw(errors);
    if (Object.keys(errors).length > 0 || !expiry) return undefined;
    return { kind: 'card', card: { last4: number.slice(-4), ...expiry } };
  }

  private draw(errors: CardErrors & AccountErrors): void {
    this.root?.render(
      <SandboxFields
        takesDebit={this.takesDebit}
        kind={this.kind}
        errors={errors}
        onKind={(kind) => {
          this.kind = kind;
          this.draw({});
        }}
        onFill={(values) => this.fill(values)}
      />,
    );
  }

  private input(name: string): HTMLInputElement | null {
    return this.place?.querySelector(`input[name="${name}"]`) ?? null;
  }

  private field(name: string): string {
    return this.input(name)?.value ?? '';
  }

  private fill(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) {
      const input = this.input(name);
      if (input) input.value = value;
    }
  }
}

class SandboxElements {
  readonly fields: PaymentFields;
  constructor(readonly clientSecret: string) {
    this.fields = new PaymentFields(clientSecret);
  }
  create(): PaymentFields {
    return this.fields;
  }
  getElement(): PaymentFields {
    return this.fields;
  }
  update(): void {}
  on(): this {
    return this;
  }
  off(): this {
    return this;
  }
  async submit(): Promise<object> {
    return {};
  }
}

async function confirm({ fields, clientSecret }: SandboxElements): Promise<Answer | Failure> {
  const given = fields.read();
  if (!given) return { type: 'validation_error', message: 'Please check the fields.' };
  try {
    if (given.kind === 'debit') return await post('/debit', { clientSecret, debit: given.debit });
    const answer = await post('/confirm', { clientSecret, card: given.card });
    if (answer.intent.status !== 'requires_action') return answer;
    const isApproved = await askBank();
    return await post('/authenticate', { clientSecret, isApproved });
  } catch {
    // As Stripe's own script answers where its server is away.
    return unreachable;
  }
}

const errorOf = (answer: Answer | Failure): Failure | undefined =>
  'intent' in answer ? answer.error : answer;

/**
 * Answers to what our screens ask of Stripe.js, for the sandbox of demo mode: the same screens run with
 * either. It is loaded there alone.
 */
export function createSandboxStripe(): Stripe {
  const notHere = async () => {
    throw new Error('the sandbox does not know this');
  };
  const sandbox = {
    elements: ({ clientSecret }: { clientSecret: string }) => new SandboxElements(clientSecret),
    createToken: notHere,
    createPaymentMethod: notHere,
    confirmCardPayment: notHere,
    async confirmPayment({ elements }: { elements: SandboxElements }) {
      const answer = await confirm(elements);
      const error = errorOf(answer);
      return error ? { error } : { paymentIntent: (answer as Answer).intent };
    },
    async confirmSetup({ elements }: { elements: SandboxElements }) {
      const answer = await confirm(elements);
      const error = errorOf(answer);
      return error ? { error } : { setupIntent: (answer as Answer).intent };
    },
    async retrievePaymentIntent(clientSecret: string) {
      return { paymentIntent: (await post('/intent', { clientSecret })).intent };
    },
  };
  return sandbox as unknown as Stripe;
}
