import { describe, expect, it } from 'vitest';

import { yearlySaving } from './plan-charges';

const plan = (monthlyPrice: string, yearlyPrice: string) => ({ monthlyPrice, yearlyPrice });

describe('yearlySaving', () => {
  it('is exact if all plans save equally', () => {
    const plans = [plan('149.00', '119.20'), plan('349.00', '279.20')];
    expect(yearlySaving(plans)).toEqual({ percent: 20, isSameForAll: true });
  });

  it('is the largest saving if they differ', () => {
    const plans = [plan('100.00', '90.00'), plan('200.00', '150.00')];
    expect(yearlySaving(plans)).toEqual({ percent: 25, isSameForAll: false });
  });

  it('ignores free plans', () => {
    const plans = [plan('0.00', '0.00'), plan('100.00', '80.00')];
    expect(yearlySaving(plans)).toEqual({ percent: 20, isSameForAll: true });
  });

  it('is null without plans or savings', () => {
    expect(yearlySaving([])).toBeNull();
    expect(yearlySaving([plan('100.00', '100.00')])).toBeNull();
    expect(yearlySaving([plan('100.00', '120.00')])).toBeNull();
  });
});
