import { describe, expect, it } from 'vitest';

import { clientNetwork, visitorNetwork } from './client-ip';

describe('clientNetwork', () => {
  it('is the socket’s IP for any header, unless a proxy is trusted', () => {
    expect(clientNetwork('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7');
    expect(clientNetwork('203.0.113.7', '198.51.100.1', 1)).toBe('198.51.100.1');
  });

  it('is the X-Forwarded-For entry that the outermost trusted proxy added, or the socket’s IP if the header is too short', () => {
    const header = '1.1.1.1, 2.2.2.2, 3.3.3.3';
    expect(clientNetwork('10.0.0.1', header, 1)).toBe('3.3.3.3');
    expect(clientNetwork('10.0.0.1', header, 2)).toBe('2.2.2.2');
    expect(clientNetwork('10.0.0.1', header, 4)).toBe('10.0.0.1');
    expect(clientNetwork('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
  });

  it('is the /64 network of an IPv6 address', () => {
    expect(clientNetwork('2001:db8:1:2:3:4:5:6', undefined, 0)).toBe('2001:db8:1:2::/64');
    expect(clientNetwork('2001:DB8:1:2::9', undefined, 0)).toBe('2001:db8:1:2::/64');
    expect(clientNetwork('::1', undefined, 0)).toBe('0:0:0:0::/64');
    expect(clientNetwork('::ffff:203.0.113.7', undefined, 0)).toBe('203.0.113.7');
  });

  it('is a constant without a known IP', () => {
    expect(clientNetwork(undefined, undefined, 0)).toBe('unknown');
  });
});

it('visitorNetwork uses the part of an IPv6 address that one sender may have, and ignores this machine', () => {
  expect(visitorNetwork('2001:db8:1:2::5', undefined, 0)).toBe('2001:db8:1::/48');
  expect(visitorNetwork('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1');
  expect(visitorNetwork('127.0.0.1', '2001:db8:1:3::9', 1)).toBe('2001:db8:1::/48');
  expect(visitorNetwork('::1', undefined, 0)).toBeUndefined();
});
