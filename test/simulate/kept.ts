/** Rounds that broke a promise once, or do when the code is broken on purpose: short, and each one a test. */
import type { Plan } from './plan.js'

/** @param more the round's number, and what differs from the usual settings */
function keep(name: string, { seed, ...more }: { seed: number } & Partial<Plan['settings']>, steps: Plan['steps']) {
  const plan: Plan = { seed, settings: { consent: 'not-required', persist: 'local', ...more }, steps }
  return { name, plan }
}

export const KEPT = [
  keep('a captive portal answers a sign-up', { seed: 16 }, [
    { atMs: 0, do: 'weather', link: 'page', fault: 'lying 200', share: 1, forMs: 5_000 },
    { atMs: 1_000, do: 'sign up', browser: 2, tab: 1, customer: 0, name: 17, list: 'everything', isLong: false },
  ]),
  keep('a web server refuses an order', { seed: 10 }, [
    { atMs: 0, do: 'weather', link: 'page', fault: 'wrong status', status: 410, share: 1, forMs: 5_000 },
    { atMs: 1_000, do: 'buy', browser: 0, tab: 2, customer: 1, order: 4, session: 'there', leaves: false },
  ]),
  keep('a page is looked at before the shopper’s yes is known to it', { seed: 45, consent: 'required' }, [
    { atMs: 0, do: 'decide', browser: 1, tab: 0, consent: 'granted' },
    { atMs: 1000, do: 'buy', browser: 1, tab: 0, customer: 0, order: 3, session: 'there', leaves: true },
    { atMs: 2000, do: 'show', browser: 1, tab: 2 },
  ]),
  keep('a shopper leaves while the proxy’s disk is full', { seed: 5 }, [
    { atMs: 0, do: 'break disk', trouble: { kind: 'full', statements: 9 }, forMs: 94267 },
    { atMs: 1000, do: 'buy', browser: 2, tab: 0, customer: 0, order: 1, session: 'never', leaves: false },
    { atMs: 2000, do: 'buy', browser: 2, tab: 0, customer: 0, order: 3, session: 'there', leaves: true },
  ]),
  keep('a shopper says no in one tab and orders in another', { seed: 625, consent: 'required' }, [
    { atMs: 0, do: 'decide', browser: 2, tab: 0, consent: 'granted' },
    { atMs: 1000, do: 'open', browser: 2 },
    { atMs: 2000, do: 'decide', browser: 2, tab: 0, consent: 'denied' },
    { atMs: 3000, do: 'buy', browser: 2, tab: 1, customer: 0, order: 5, session: 'there', leaves: true },
  ]),
  keep('the proxy’s disk is full at a sign-up', { seed: 28 }, [
    { atMs: 0, do: 'break disk', trouble: { kind: 'full', statements: 4 }, forMs: 151459 },
    { atMs: 1000, do: 'sign up', browser: 2, tab: 0, customer: 1, name: 4, list: 'everything', isLong: false },
  ]),
  keep('an order waits for its session, and another comes after it', { seed: 39, consent: 'required' }, [
    { atMs: 0, do: 'decide', browser: 0, tab: 0, consent: 'granted' },
    { atMs: 0, do: 'buy', browser: 0, tab: 2, customer: 1, order: 2, session: 'never', leaves: false },
    { atMs: 246835, do: 'buy', browser: 0, tab: 1, customer: 1, order: 3, session: 'there', leaves: true },
  ]),
  keep('a page answers in the API’s place', { seed: 76 }, [
    { atMs: 0, do: 'weather', link: 'api', fault: 'lying 200', share: 1, forMs: 150731 },
    { atMs: 1000, do: 'sign up', browser: 1, tab: 1, customer: 0, name: 20, list: 'newsletter', isLong: false },
  ]),
  keep('the API’s key is wrong for three seconds', { seed: 2 }, [
    { atMs: 0, do: 'trouble api', trouble: { status: 401 }, forMs: 3000 },
    { atMs: 1000, do: 'buy', browser: 2, tab: 1, customer: 1, order: 3, session: 'there', leaves: true },
    { atMs: 2000, do: 'buy', browser: 1, tab: 0, customer: 0, order: 3, session: 'there', leaves: false },
  ]),
  keep('the API is always too busy for one customer', { seed: 1, persist: 'none' }, [
    { atMs: 0, do: 'poison', customer: 'c1@browser2.example', trouble: { status: 408 } },
    { atMs: 1000, do: 'sign up', browser: 2, tab: 1, customer: 1, name: 11, list: 'everything', isLong: false },
  ]),
  keep('a browser is killed a second after an order that nobody took', { seed: 1 }, [
    { atMs: 0, do: 'open', browser: 0 },
    { atMs: 1_000, do: 'weather', link: 'page', fault: 'no connection', share: 1, forMs: 10_000 },
    { atMs: 5_000, do: 'buy', browser: 0, tab: 0, customer: 0, order: 1, leaves: false, session: 'there' },
    { atMs: 6_000, do: 'kill browser', browser: 0 },
  ]),
  keep('a web server is busy, and the shopper goes on', { seed: 1 }, [
    { atMs: 0, do: 'weather', link: 'page', fault: 'wrong status', status: 500, share: 1, forMs: 10_000 },
    { atMs: 1_000, do: 'buy', browser: 0, tab: 0, customer: 0, order: 1, leaves: false, session: 'there' },
    { atMs: 2_000, do: 'leave', browser: 0, tab: 0 },
  ]),
  keep('long sign-ups fill the outbox behind an order', { seed: 1 }, [
    { atMs: 0, do: 'weather', link: 'page', fault: 'no connection', share: 1, forMs: 60_000 },
    { atMs: 1_000, do: 'buy', browser: 0, tab: 0, customer: 0, order: 1, leaves: false, session: 'there' },
    { atMs: 2_000, do: 'sign up', browser: 0, tab: 0, customer: 0, name: 1, list: 'newsletter', isLong: true },
    { atMs: 3_000, do: 'sign up', browser: 0, tab: 0, customer: 0, name: 2, list: 'newsletter', isLong: true },
  ]),
  keep(
    'a request hangs until the proxy is killed, and is sent again much later',
    { seed: 15851, consent: 'required' },
    [
      { atMs: 0, do: 'decide', browser: 2, tab: 0, consent: 'granted' },
      { atMs: 95766, do: 'weather', link: 'page', fault: 'slow request', share: 0.7, forMs: 103617 },
      { atMs: 95767, do: 'buy', browser: 0, tab: 1, customer: 0, order: 1, leaves: true, session: 'there' },
      { atMs: 105192, do: 'weather', link: 'api', fault: 'cut answer', share: 0.3, forMs: 217141 },
      { atMs: 106005, do: 'buy', browser: 2, tab: 2, customer: 0, order: 1, leaves: false, session: 'never' },
      { atMs: 107582, do: 'break disk', trouble: { kind: 'killed', statements: 7 }, forMs: 98065 },
      { atMs: 178264, do: 'sign up', browser: 2, tab: 1, customer: 0, name: 8, list: 'everything', isLong: false },
      { atMs: 212300, do: 'weather', link: 'page', fault: 'wrong status', share: 0.3, forMs: 95155, status: 400 },
    ],
  ),
  keep('a list is not known, and the API is always too busy for one of its customers', { seed: 18190 }, [
    { atMs: 72609, do: 'weather', link: 'page', fault: 'wrong status', share: 1, forMs: 81209, status: 425 },
    { atMs: 74081, do: 'sign up', browser: 0, tab: 2, customer: 1, name: 2, list: 'newsletter', isLong: false },
    { atMs: 84591, do: 'sign up', browser: 0, tab: 1, customer: 1, name: 3, list: 'newsletter', isLong: false },
    { atMs: 89938, do: 'lose list', list: '42', forMs: 137613 },
    { atMs: 224891, do: 'poison', customer: 'c1@browser0.example', trouble: { status: 503, retryAfter: 30 } },
  ]),
  keep('a shopper says no on a page, then yes, and the browser is killed after a sign-up', { seed: 21770 }, [
    { atMs: 0, do: 'weather', link: 'page', fault: 'slow answer', share: 0.3, forMs: 119821 },
    { atMs: 91020, do: 'buy', browser: 0, tab: 2, customer: 0, order: 3, leaves: true, session: 'there' },
    { atMs: 108315, do: 'decide', browser: 0, tab: 2, consent: 'denied' },
    { atMs: 108592, do: 'buy', browser: 0, tab: 2, customer: 0, order: 3, leaves: false, session: 'never' },
    { atMs: 141815, do: 'buy', browser: 0, tab: 1, customer: 0, order: 2, leaves: true, session: 'late' },
    { atMs: 232004, do: 'buy', browser: 0, tab: 2, customer: 0, order: 5, leaves: false, session: 'there' },
    { atMs: 232067, do: 'sign up', browser: 0, tab: 2, customer: 0, name: 12, list: 'newsletter', isLong: false },
    { atMs: 232896, do: 'decide', browser: 0, tab: 2, consent: 'granted' },
    { atMs: 240561, do: 'break disk', trouble: { kind: 'killed', statements: 3 }, forMs: 250162 },
    { atMs: 325045, do: 'sign up', browser: 0, tab: 2, customer: 0, name: 18, list: 'newsletter', isLong: true },
    { atMs: 325056, do: 'kill browser', browser: 0 },
  ]),
  keep('a proxy is killed while it stores an order, and its clock is set back', { seed: 24776 }, [
    { atMs: 0, do: 'break disk', trouble: { kind: 'killed', statements: 8 }, forMs: 147007 },
    { atMs: 1000, do: 'buy', browser: 1, tab: 2, customer: 0, order: 2, leaves: true, session: 'never' },
    { atMs: 2000, do: 'set clock', of: 'proxy', jumpMs: -240000 },
    { atMs: 3000, do: 'buy', browser: 1, tab: 2, customer: 0, order: 5, leaves: false, session: 'late' },
  ]),
  keep(
    'an older order comes in while the newer one of its customer is at the API, whose answer comes too late',
    { seed: 103012 },
    [
      { atMs: 80558, do: 'refuse copies', browser: 0, forMs: 174577 },
      { atMs: 81485, do: 'buy', browser: 0, tab: 2, customer: 0, order: 1, leaves: true, session: 'there' },
      { atMs: 81889, do: 'weather', link: 'api', fault: 'lost answer', share: 0.3, forMs: 40944 },
      { atMs: 82428, do: 'weather', link: 'page', fault: 'lost request', share: 0.3, forMs: 56392 },
      { atMs: 109306, do: 'open', browser: 0 },
      { atMs: 109541, do: 'stop proxy', forMs: 237563 },
      { atMs: 137229, do: 'show', browser: 1, tab: 0 },
      { atMs: 244754, do: 'buy', browser: 0, tab: 1, customer: 1, order: 2, leaves: true, session: 'never' },
      { atMs: 245076, do: 'open', browser: 0 },
      { atMs: 252421, do: 'buy', browser: 0, tab: 0, customer: 1, order: 9, leaves: false, session: 'there' },
      { atMs: 325993, do: 'weather', link: 'page', fault: 'doubled', share: 0.3, forMs: 160206 },
      { atMs: 334103, do: 'weather', link: 'api', fault: 'slow answer', share: 0.7, forMs: 339100 },
      { atMs: 339334, do: 'leave', browser: 2, tab: 1 },
      { atMs: 381951, do: 'weather', link: 'api', fault: 'lost request', share: 0.3, forMs: 331664 },
    ],
  ),
  keep(
    'a list is not known, and of one customer’s two sign-ups to it the older is not answered',
    { seed: 105412, consent: 'required' },
    [
      { atMs: 0, do: 'decide', browser: 0, tab: 0, consent: 'granted' },
      { atMs: 170779, do: 'lose list', list: '42', forMs: 14587 },
      { atMs: 175422, do: 'sign up', browser: 0, tab: 2, customer: 0, name: 11, list: 'newsletter', isLong: false },
      { atMs: 206194, do: 'weather', link: 'api', fault: 'cut request', share: 1, forMs: 148824 },
      { atMs: 224712, do: 'sign up', browser: 0, tab: 0, customer: 0, name: 14, list: 'newsletter', isLong: false },
      { atMs: 461847, do: 'kill proxy', forMs: 226608 },
    ],
  ),
  keep(
    'a proxy is killed once it has stored one order too many of a customer, and its clock is set back',
    { seed: 66003 },
    [
      { atMs: 0, do: 'buy', browser: 0, tab: 1, customer: 0, order: 2, leaves: false, session: 'there' },
      { atMs: 1000, do: 'weather', link: 'api', fault: 'wrong status', share: 1, forMs: 175083 },
      { atMs: 2000, do: 'buy', browser: 0, tab: 1, customer: 0, order: 1, leaves: true, session: 'there' },
      { atMs: 3000, do: 'buy', browser: 0, tab: 1, customer: 0, order: 4, leaves: true, session: 'never' },
      { atMs: 4000, do: 'buy', browser: 0, tab: 2, customer: 0, order: 5, leaves: false, session: 'never' },
      { atMs: 5000, do: 'set clock', of: 'proxy', jumpMs: -240000 },
      { atMs: 6000, do: 'break disk', trouble: { kind: 'killed', statements: 8 }, forMs: 279511 },
      { atMs: 7000, do: 'buy', browser: 0, tab: 1, customer: 0, order: 10, leaves: false, session: 'there' },
    ],
  ),
  keep('an order is too old when it comes, for its page’s clock was set on by three days', { seed: 1001133 }, [
    { atMs: 79370, do: 'use up keepalive', forMs: 89373 },
    { atMs: 90845, do: 'buy', browser: 0, tab: 2, customer: 0, order: 4, leaves: false, session: 'there' },
    { atMs: 90846, do: 'set clock', of: 0, jumpMs: 288000000 },
    { atMs: 194016, do: 'buy', browser: 0, tab: 1, customer: 0, order: 2, leaves: false, session: 'late' },
  ]),
  keep(
    'a browser is killed just after its shopper has said no, with nothing left that could be lost',
    { seed: 2014019 },
    [
      { atMs: 208132, do: 'sign up', browser: 1, tab: 2, customer: 1, name: 6, list: 'gone', isLong: false },
      { atMs: 287472, do: 'weather', link: 'page', fault: 'wrong status', share: 0.7, forMs: 199190, status: 401 },
      { atMs: 297133, do: 'buy', browser: 0, tab: 1, customer: 1, order: 4, leaves: false, session: 'there' },
      { atMs: 308002, do: 'decide', browser: 0, tab: 0, consent: 'denied' },
      { atMs: 308002, do: 'buy', browser: 0, tab: 1, customer: 0, order: 3, leaves: true, session: 'there' },
      { atMs: 310495, do: 'kill browser', browser: 0 },
    ],
  ),
  keep(
    'an order that came late goes, for the delivery of a later one could not be written before the proxy was killed',
    { seed: 9008518 },
    [
      { atMs: 0, do: 'kill proxy', forMs: 54809 },
      { atMs: 27629, do: 'buy', browser: 0, tab: 2, customer: 0, order: 1, leaves: true, session: 'late' },
      { atMs: 27648, do: 'weather', link: 'page', fault: 'doubled', share: 0.7, forMs: 107394 },
      { atMs: 27791, do: 'open', browser: 1 },
      { atMs: 89506, do: 'sign up', browser: 1, tab: 2, customer: 0, name: 4, list: 'newsletter', isLong: false },
      { atMs: 173121, do: 'weather', link: 'page', fault: 'wrong status', share: 0.3, forMs: 86060, status: 505 },
      { atMs: 173170, do: 'weather', link: 'api', fault: 'slow request', share: 0.7, forMs: 226624 },
      { atMs: 189905, do: 'buy', browser: 1, tab: 0, customer: 0, order: 5, leaves: false, session: 'there' },
      { atMs: 285553, do: 'buy', browser: 0, tab: 1, customer: 0, order: 3, leaves: false, session: 'there' },
      { atMs: 292188, do: 'break disk', trouble: { kind: 'full', statements: 6 }, forMs: 110053 },
      { atMs: 330824, do: 'kill proxy', forMs: 7337 },
    ],
  ),
  keep(
    'the proxy is killed within the transaction that was to write a delivery, and its clock set back meanwhile',
    { seed: 9012567 },
    [
      { atMs: 95423, do: 'weather', link: 'page', fault: 'lost answer', share: 1, forMs: 40145 },
      { atMs: 110741, do: 'buy', browser: 1, tab: 2, customer: 0, order: 3, leaves: false, session: 'there' },
      { atMs: 111114, do: 'buy', browser: 1, tab: 0, customer: 0, order: 1, leaves: false, session: 'there' },
      { atMs: 111722, do: 'break disk', trouble: { kind: 'killed', statements: 3 }, forMs: 312021 },
      { atMs: 139490, do: 'set clock', of: 'proxy', jumpMs: -7200000 },
      { atMs: 473912, do: 'buy', browser: 1, tab: 1, customer: 0, order: 5, leaves: false, session: 'there' },
    ],
  ),
  keep('a shopper says no, then yes, and orders, before another tab has heard of the no', { seed: 74005180 }, [
    { atMs: 0, do: 'freeze', browser: 0, tab: 2 },
    { atMs: 1000, do: 'decide', browser: 0, tab: 2, consent: 'denied' },
    { atMs: 2000, do: 'decide', browser: 0, tab: 0, consent: 'granted' },
    { atMs: 3000, do: 'buy', browser: 0, tab: 0, customer: 1, order: 5, leaves: true, session: 'there' },
    { atMs: 4000, do: 'stop proxy', forMs: 3264 },
    { atMs: 5000, do: 'thaw', browser: 0, tab: 0 },
  ]),
]
