import { afterEach, describe, expect, it, vi } from 'vitest';

import { calls } from './transport';
import { rememberVisit, reportPageView } from './visit';
import { readCameFrom } from './visit-source';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

function arriveAt(path: string, referrer = '') {
  window.history.replaceState(null, '', path);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  rememberVisit();
}

describe('the source of a visit', () => {
  it('is stored as path, host and campaign, without the rest of the URLs', () => {
    arriveAt(
      '/services?category=design&utm_source=Letter&utm_medium=mail&gclid=who-it-is#quote',
      'https://search.example/find?q=a+private+question',
    );
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/private|gclid|category|#quote/);
    expect(readCameFrom()).toEqual({
      page: '/services',
      host: 'search.example',
      utmSource: 'Letter',
      utmMedium: 'mail',
    });
  });

  it('is that of the first page, until the tab is closed', () => {
    arriveAt('/blog', 'https://search.example/');
    arriveAt('/contact?utm_source=later', '');
    expect(readCameFrom()).toEqual({ page: '/blog', host: 'search.example' });
  });

  it('reads every campaign parameter, decoded', () => {
    arriveAt('/?utm_source=a%20b&utm_term=%C3%BC&utm_content=x,y&utm_campaign=c&utm_medium=m');
    expect(readCameFrom()).toEqual({
      page: '/',
      host: '',
      utmSource: 'a b',
      utmMedium: 'm',
      utmCampaign: 'c',
      utmTerm: 'ü',
      utmContent: 'x',
    });
  });

  it('is direct if a page of this site was opened in a new tab', () => {
    arriveAt('/pricing', `${location.origin}/services`);
    expect(readCameFrom()).toEqual({ page: '/pricing', host: '' });
  });

  it('is unknown, without an error, if the browser stores nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    rememberVisit();
    expect(readCameFrom()).toBeUndefined();
  });
});

describe('a call to the server', () => {
  /** Returns the inputs of the calls, as sent. */
  async function sent(path: string): Promise<unknown> {
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
      bodies.push(JSON.parse(init.body));
      return Response.json([{ result: { data: { id: 1 } } }]);
    });
    await calls.mutation(path, { name: 'Ada' });
    return bodies[0];
  }

  it.each(['quotes.submit', 'contact.send'])(
    'contains the source if it creates a lead: %s',
    async (path) => {
      arriveAt('/blog', 'https://search.example/');
      expect(await sent(path)).toEqual({
        0: { name: 'Ada', cameFrom: { page: '/blog', host: 'search.example' } },
      });
    },
  );

  it('contains no source if it creates no lead', async () => {
    arriveAt('/blog', 'https://search.example/');
    expect(await sent('requests.create')).toEqual({ 0: { name: 'Ada' } });
  });
});

describe('a navigation without a page request', () => {
  function beacons(connection?: { saveData: boolean }) {
    const sendBeacon = vi.fn();
    vi.stubGlobal('navigator', { sendBeacon, connection });
    reportPageView('/pricing');
    return sendBeacon.mock.calls;
  }

  it('is reported with its path only', () => {
    expect(beacons()).toEqual([['/api/views', '/pricing']]);
    expect(beacons({ saveData: false })).toHaveLength(1);
  });

  it('is not reported in data saving mode, nor by browsers without support', () => {
    expect(beacons({ saveData: true })).toEqual([]);
    vi.stubGlobal('navigator', {});
    expect(() => reportPageView('/pricing')).not.toThrow();
  });
});
