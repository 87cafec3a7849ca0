/**
 * The promises of the project, each with the one or two tests that fail if it breaks: the first where it can first break, the second
 * end to end. A test is named by its own title (… for filled-in parts), so it is found in any file.
 *
 * A new promise is a row here. test/conformance/promises.test.ts checks that each test exists and that each of the README's promises has
 * a row.
 */
type Tests = [test: string, whole?: string]

/** The README's table "What it survives", in its words. */
export const SURVIVED: Record<string, Tests> = {
  'The shopper leaves the page immediately': [
    'the event is stored until the proxy has accepted it',
    '… of … carts of 20 items arrive if the page is left immediately',
  ],
  'The shopper opens the next page immediately': [
    'events of earlier pages are sent by the core, once, also without the rest',
  ],
  'The shopper is offline, the proxy is down or busy, or its answer is lost': [
    'it waits after a captive portal, a busy proxy or a refusal of another server',
    '…: nothing is lost or doubled',
  ],
  'The script does not load: no browser has it cached, and the proxy is down': [
    'the keeper’s stored data',
    '…: the next page that loads the script reports the order',
  ],
  'The rest of the script does not load: 404, proxy down, a policy blocks it, or the page is left before': [
    'without the rest it stays stored, and the call has its outcome',
    '…: nothing is lost or doubled',
  ],
  'The shop still has an old core, and the proxy is new': [
    'the rest of the version before is served to its core',
    '…: nothing is lost or doubled',
  ],
  'The page crashes, or the browser is killed once it has stored the order': ['…: nothing is lost or doubled'],
  'The page comes back or is loaded again, three tabs send at the same time, or the order is reported in two ways': [
    'three tabs of a shop without https that open together send each event once',
    'a page with a waiting order is restored, and then sends it',
  ],
  'The browser refuses storage': [
    'a storage that throws',
    'an order is sent with any storage fault, also after the proxy was away',
  ],
  'The shopper denies consent': [
    'denied: erases all events, and keeps the time of the denial',
    'a denial erases waiting events, and blocks later calls',
  ],
  'The proxy is killed, or the power goes': [
    'each commit waits for the disk',
    '… times killed under load at a random moment',
  ],
  'The API is away, slow or busy': ['was away', 'answered 503'],
  'The API key is wrong': ['and a key that is always wrong are told apart: no event is dropped, health warns'],
}

/** The promises by the part that keeps them, in the contract's order. */
export const PROMISES: Record<string, Record<string, Tests>> = {
  'on the page': {
    'convert() alone takes everything from the page': ['alone takes everything from the page, before it returns'],
    'nothing throws into the page, and no call rejects': ['whatever a page passes, nothing throws and nothing rejects'],
    'a listener that pushes does not make it recurse': ['a listener that forwards every outcome does not recurse'],
    'a callback gets the same outcome, once': ['a callback gets the outcome, once'],
    'the request leaves in the task of the call': ['the request leaves if gathering is synchronous'],
    'a call settles after 10 s at most': ['an acknowledgement after the time limit still settles it'],
    'an outcome is a DOM event without personal data': [
      'a DOM event without personal data',
      'the page gets their end, without a call',
    ],
    'calls made before the script has loaded are replayed in order of time': [
      'replays calls of both queues in order of time, and settles their promises',
      'calls made before the script has loaded are replayed and answered',
    ],
    'a script that is twice on a page runs once': ['a script that is twice on a page runs once'],
    'as a module without a document every call is rejected': ['%s() is rejected, no_page'],
    'a marked form is reported on submit, and its own submit continues': [
      'a form that other code handles is still reported',
    ],
    'passwords, cards and honeypots of a form are never read': [
      'from a form: %s',
      'private fields of a form are not sent, with any value',
    ],
    'settings come from tag, global and proxy, each on its own': [
      'come from the tag, window.ringup, or the served settings',
    ],
    'markup by shoppers never becomes a setting': [
      'are not read from %s',
      'an element named like a property does not hide that consent is required',
    ],
    'a page loads the rest only if it needs it': [
      'leaves in the task of the call: %s',
      'a page with an untouched form, and without an order, loads the core only',
    ],
    'without the rest, the core delivers': ['leaves as the core has read it if %s', '…: nothing is lost or doubled'],
    'the core and the rest are of one build': [
      'the rest’s name has the hash of its content, and the core contains that name',
      '…: nothing is lost or doubled',
    ],
    'an idle page has no timer, request or storage': [
      'an idle page searches once, and uses no timer, request or storage',
    ],
    'a strict policy is not violated': ['an order is sent from a strict page without a violation, with …'],
    'undecided, nothing is stored or sent; ten events are held': [
      'ten events wait; sign-ups end first, an eleventh order is rejected',
      'before the shopper has decided, no event is stored or sent',
    ],
    'granted, all held events are stored immediately and sent side by side': [
      'granted: all held events are stored, and do not wait for each other',
      'ten held orders are sent if consent is granted and the page is left in one task',
    ],
    'with a consent banner it waits for consent, and obeys a denial': [
      'on the first visit, the events wait without end',
      'consent sends waiting events, also for the next page; withdrawal erases events',
    ],
    'the debug panel does not change what is sent': ['what is sent is the same with it and without it'],
    'the debug panel is loaded only by a setting': ['the panel is loaded where a setting says so'],
  },
  reading: {
    'an amount is read to the cent, refused, or named ambiguous': [
      'a decimal with two places comes back as its exact cents, as number and as text',
      'prices printed by Intl are exact or refused, in data and as shoppers see them',
    ],
    'a caller passes whole cents': ['a passed amount is already in cents: %j is %j (%s)'],
    'found < named < passed, field by field, items as a whole': [
      'found < named JSON < named < the shop’s function < passed, each field on its own',
      'items replace the others as a whole',
    ],
    'an item without product_id is left out, a field that cannot be read is named': [
      'one without product_id is left out, the others stay',
      'that cannot be read is named, in the answer and in the event',
    ],
    'an order number is read, or it is a problem': ['an order number is read, or it is a problem: %j is %j (%s)'],
    'one order has one key, for any spelling of its number': ['one order has one key: %j is %j (%s)'],
    'an e-mail address is read whole or not at all': ['no address is read from another text: %j is %j (%s)'],
    'a part of an address is never another customer': ['in one to three layers'],
    'a domain in umlauts and in punycode is one customer': ['an address has one spelling: %j is %j (%s)'],
    'a person’s data is not sent with an order, except the contact’s own fields': [
      '%s is never sent, because it is a person’s',
    ],
    'no key reaches a prototype': ['%s is never sent, on any level', 'keys that reach a prototype are always left out'],
    'reading takes linear time': ['no 64 KiB take more than five times as long as an ordinary order'],
    'an order is never sent with the address of another order': ['never with the address of another order'],
    'convertOn takes exactly the named event, once for each number': [
      'a purchase does not count for another event (%s)',
      'once for a number, each number',
    ],
    'an order waits 30 s for a late e-mail': ['for 30 s, and takes no address after that'],
    'the contract accepts every sent event': ['for any page and any passed order'],
    'several reports of one order are one order': ['one order that several report has one effect'],
  },
  'delivery from the browser': {
    'stored, sent, verified, deleted': [
      'the event is stored until the proxy has accepted it',
      'it waits after 10 s without an answer',
    ],
    'only the proxy’s own acknowledgement of this id delivers': [
      'the meaning of an answer',
      '…: nothing is lost or doubled',
    ],
    'a stranger’s refusal loses nothing': ['%d ends the event only in the proxy’s own words'],
    '20 events and 96 KiB; an order pushes out a sign-up, never the reverse': [
      'all events together have 96 KiB',
      'the twentieth event fits, and the twenty-first order replaces none',
    ],
    'a too long order is shortened, and the removed parts are named': [
      'the shortened order is within the target, in UTF-8',
    ],
    'keepalive for 48 KiB and four requests': [
      'is used for 48 KiB at one time, in UTF-8',
      'an order is sent immediately while another script sends 60 KiB with keepalive',
    ],
    'a too old event is dropped, and this is announced': ['an order lives for 24 h', 'a sign-up lives for 72 h'],
    'ten quick attempts, three without a status, then one a minute': [
      'with an answer: ten times, within 2 s, doubling to 60 s, then once a minute',
      'without an answer: three times, then once a minute',
    ],
    'Retry-After holds all waiting events': ['Retry-After holds all waiting events, whatever would start an attempt'],
    'a broken fetch does not lose an order': ['%s is unreachable'],
    'a page in the back/forward cache does not block other pages': [
      'a page that is left during a retry does not block other pages',
    ],
  },
  'acceptance at the proxy': {
    '202 comes after the commit, and forwarding after 202': [
      'an event is stored, then answered, then sent on',
      'the answer is 202 with its id, and sending begins after it',
    ],
    'an answer reveals nothing about a customer': [
      'does not depend on whether event and customer are new',
      '%s is answered like that of a stranger',
    ],
    'the origin is byte-equal to the shop’s': ['origin'],
    'at most 49 KiB, counted while they are read': [
      'a body of %i bytes, %s, is answered %i',
      'a body longer than its declared size is read only up to the limit',
    ],
    'at most 10 s for a body': ['that trickles in is given up after 10 s'],
    'at most eight levels and 8,000 values': ['eight levels are not too deep, only of the wrong shape'],
    'events a minute are limited for an address, a /64 and a network': [
      'a network that floods leaves half to shoppers; after that it gets a two-hundredth',
      'a made-up X-Forwarded-For is limited by the address that the trusted hop added',
    ],
    'junk does not use up the limit of others': ['junk does not use up the total'],
    'an unsigned sign-up writes the list’s fields only': ['fields of a list'],
    'links of an unsigned order lead to the shop': [
      'foreign links are removed and named, and the rest of the order stays',
    ],
    'a forged signature is refused, an expired one does not count': [
      'a forged signature is refused',
      'that has expired, a sign-up writes only the fields of an unsigned one',
    ],
    'any request is accepted, or refused by name': [
      'any request is accepted or refused by name, and never fails',
      'strings that break programs',
    ],
    'a webhook’s order counts only if a visit led to it': ['only an order that a visit led to counts'],
    'a webhook is accepted only with its signature': [
      'is not limited if it is genuine; a sender of three forgeries in a minute is',
    ],
    'a signed-in operator stores the tag’s settings at the proxy, without a restart': [
      'kept settings are in the file, and in each form of the script',
      'a refusal changes nothing',
    ],
    'after updates, earlier versions are served for a year': [
      'earlier versions are served permanently, with their own content',
      'a tag with a hash, of each of three versions in turn',
    ],
  },
  'in the queue': {
    'a duplicate is recognised by id, number, cart or sign-up': [
      'an order with number and customer of one in the ledger, under a new id',
    ],
    'an order without a number is recognised for 30 min': [
      'the cart of a page without a number that is loaded again within 30 minutes',
    ],
    'an event gives way only to one that is trusted as much or more': [
      'a signed order is not a duplicate of an unsigned one, then both are known',
      'not a signed event by an unsigned one',
    ],
    'a full queue answers 503, and accepts again when an event has left': [
      'there is room again when an event is delivered, dead, or dropped',
    ],
    'one network cannot fill the room': ['after that a network has a two-hundredth, and others have the rest'],
    'one event of a line is sent at a time, the oldest due one first': [
      'the oldest of a customer is first, by the time it happened',
      'no two claim an event twice or two of one customer, and all are sent in order',
    ],
    'a later delivered event overtakes an earlier one of its line': [
      'an event that happened at least a minute later was delivered',
    ],
    'a full disk loses nothing': ['refuses arrivals, sends waiting events, and accepts events when there is room'],
    'two shops do not share a queue by accident': [
      'opens with another shop until its first event, and another API until a delivery',
      'two shops that share a schema by mistake are refused if they start together',
    ],
    'all stored data is encrypted': [
      'the database shows no customer, number, item, network or key',
      'it does not open if one bit is changed anywhere',
    ],
    'every promise holds in any order of faults': ['rounds that once broke a promise keep every promise'],
  },
  'to the API': {
    'the request has the API’s form, the shop’s key and the event’s id': [
      'the request of an order and of a sign-up',
      'ends as one converted session with exactly its cents, under its own id',
    ],
    '2xx delivers; an event that is refused while others are delivered is dead': [
      '2xx: delivered',
      'then dead if another customer’s event was delivered within the hour',
    ],
    'a session may come late': ['404, and then the session exists'],
    'a redirect is never followed': ['a redirect is an answer, and is not followed'],
    'half an answer does not count': ['acted and sent half an answer'],
    'eight at a time, 10 s each': [
      'eight requests run at a time, and the next follows an answer',
      'an answer that is not complete after 10 s is an error: %s',
    ],
    'backoff to 5 min in the first hour, then to 30 min': [
      'it doubles from 2 s to 5 min',
      'it doubles to 30 min after an hour',
    ],
    'one customer’s events do not make the API away': ['not five of one customer'],
    'after SIGTERM the proxy stops within 10 s and keeps its events': [
      'ends within 10 s when the API and the database hang',
      'SIGTERM under load: ends with 0, and no accepted event is lost',
    ],
  },
  'for the operator': {
    'logs, pages, metrics and health do not contain customers’ data or the key': [
      'has one line for each request, besides those of events',
      'no answer to the browser contains the key',
    ],
    'a stalled reader of the log loses only lines': [
      'freezes neither orders nor health, and later learns how many lines it missed',
    ],
    'each order is found, by number or e-mail': [
      'the share first, and a line for each order that is not delivered',
      'an order is found: …',
    ],
    'a dead letter can be replayed or dropped, and a customer erased': [
      'replay sends a dead letter again, as if never refused',
      'erasing one customer removes all their data and refuses no other',
    ],
    'a problem is shown in a sentence with an action': [
      'an alert has the sentences, figures and actions of all conditions that hold',
      'a key that the API refuses is reported, without data of the customer',
    ],
    'each watched condition has a sentence, an action, a metric and an alert': [
      'it is the only metric that is 1',
      'health has it alone',
    ],
    '"All is well" is shown only if orders arrive': ['"All is well" is shown for a shop without a condition'],
    'a command ends with 0, 1 or 2': ['how a command ends'],
    'the operator’s page requires a sign-in': ['without RINGUP_ADMIN_TOKEN the page allows no sign-in and no action'],
  },
  'ways in': {
    'Tag Manager’s template has only permissions that it uses': [
      'has the permissions that its APIs need, and no others',
      'an order arrives once, to the cent',
    ],
    'Shopify’s pixel works without a page': [
      'an order leaves in the task of the pixel’s event',
      'an order arrives once, to the cent, from an origin that is null',
    ],
    'a theme’s newsletter form is reported': [
      'a newsletter form is reported without its tags, and continues to Shopify',
    ],
    'three steps lead from one line to a test order at the API': [
      'a page with a data layer needs one line, one look and one click',
      'a page that only shows its order is filled in by four clicks',
    ],
    'a proposal of the shop’s page is data until the operator keeps it, line by line': [
      'a page cannot propose %s',
      'a line that the operator leaves out is not saved',
    ],
    'settings are called saved only when the shop serves them': [
      'step 3 stays open while the shop still serves the old settings',
    ],
    'a pointed total is read whole in any currency': ['by …: %s'],
    'the guide’s code makes signatures that the proxy accepts': ['the guide’s code makes the signatures too'],
  },
  'the reference API and the demo': {
    'the reference API implements the whole interface': [
      '%j is accepted (%s)',
      'the parts of a conversion name every field of the contract',
    ],
    'it refuses like the API': ['a request is refused in this order: path, key, method, list, media type, body'],
    'the demo starts without settings, and removes its data': [
      'the shop links panel, inspector, operator’s page and set-up, and each answers',
      'stopping removes the databases',
    ],
    'the inspector shows each event’s path': ['an order waits while the API answers 503, then arrives once'],
  },
  'the whole project': {
    'the script has no schema code and is within its budget': [
      'does not contain schema code (%s)',
      'the script for shoppers',
    ],
    'page and proxy share only the contract and the reading code': [
      'snippet and proxy share only the contract and the reading code',
    ],
  },
}
