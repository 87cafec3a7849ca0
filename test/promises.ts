/**
 * What the project promises, and the one or two tests that are red where it does not: the first where the promise can first break, the
 * second once more whole. A test is named by its own words (… for what it fills in), so that it is found wherever it stands.
 *
 * A new promise is a row here. test/conformance/promises.test.ts sees that each test is there, and that each of the README's has a row.
 */
type Tests = [test: string, whole?: string]

/** The README's table "What it survives", in its words. */
export const SURVIVED: Record<string, Tests> = {
  'The shopper leaves the page in the same moment': [
    'it is sent before enqueue() returns',
    '… of … carts of 20 items arrive from pages left for good, the proxy answering after 300 ms',
  ],
  'The shopper opens the next page at once': ['leaves a young event of another page to that page for three seconds'],
  'The shopper is offline, the proxy is down or busy, or its answer is lost': [
    'it is queued, %s, and kept (%s)',
    '…: nothing is lost or doubled',
  ],
  'The script does not load: no browser has it cached, and the proxy is down': [
    'what is kept',
    '…: the next page that loads the script reports the order',
  ],
  'The rest of the script does not load: 404, proxy down, a policy blocks it, or the page is left before': [
    'without the rest it stays stored, and the call has its outcome',
    'a stored event is sent by the next page, once',
  ],
  'The shop still has an old core, and the proxy is new': [
    'of the version before is served to its core after an update',
    'loads its own rest, which the proxy has kept',
  ],
  'The page crashes, or the browser is killed once it has stored the order': ['…: nothing is lost or doubled'],
  'The page comes back or is loaded again, three tabs send at once, or the order is reported in two ways': [
    'six events are six effects when three tabs … are opened at once',
    'a page with an order waiting is restored, and sends it then',
  ],
  'The browser refuses storage': [
    'localStorage that refuses',
    'an order is sent, and one the proxy was away for too while the page stays open, whatever storage does',
  ],
  'The shopper denies consent': [
    'erases what is kept, also with persist %s',
    'denied, nothing is left of what waited, and later calls are blocked',
  ],
  'The proxy is killed, or the power goes': [
    'each commit waits for the disk',
    '… times killed under load at a random moment',
  ],
  'The API is away, slow or busy': ['was away', 'answered 503'],
  'The API key is wrong': [
    'and a key that is wrong for all are told apart: nothing is dropped, and health says so between probes',
  ],
}

/** The promises by the part that keeps them, in the contract's order. */
export const PROMISES: Record<string, Record<string, Tests>> = {
  'on the page': {
    'convert() alone takes everything from the page': ['alone takes everything from the page, before it returns'],
    'nothing throws into the page, and no call rejects': ['whatever a page passes, nothing throws and nothing rejects'],
    'no listener that pushes makes it recurse': ['a listener that forwards what it hears does not recurse'],
    'a callback gets the same outcome, once': ['a callback gets the outcome, once'],
    'the request leaves in the task of the call': ['the request leaves where reading answers at once'],
    'a call settles after 10 s at most': [
      'an acknowledgement after the time limit still settles the event, and the page hears of it',
    ],
    'an outcome is a DOM event without personal data': [
      'a DOM event without personal data',
      'says what was %s at last, without personal data',
    ],
    'calls made before the script has loaded are replayed in order of time': [
      'replays in order of time over both queues, and settles the promises given out',
      'calls made before the script has loaded are replayed and answered',
    ],
    'the script twice on a page is the script once': ['twice on a page is once'],
    'as a module without a document every call is rejected': ['%s() is rejected, no_page'],
    'a marked form is sent as it is submitted, and goes on as before': [
      'a form that other code handles is reported all the same',
    ],
    'no password, card or trap for robots is read of a form': [
      'a card in a field that the API does not know is left out, and named: %s (%s)',
      'nothing of a form is sent that is private, whatever is in it',
    ],
    'settings come from tag, global and JSON block, each on its own': [
      'come from the tag, else from window.ringup, else from a JSON block, else from what was served',
    ],
    'markup by shoppers becomes no setting': [
      'are not taken from %s',
      'whatever is called like the script, the tag still says that consent is required',
    ],
    'a page loads the rest only if it needs it': [
      'leaves in the task of the call: %s',
      'a page with a form that is not touched, and without an order, loads the core only',
    ],
    'without the rest, the core delivers': [
      'leaves as the core has read it if %s',
      'a stored event is sent by the next page, once',
    ],
    'the core and the rest are of one build': [
      'the rest of the build has the hash of its content in its name, and the core has that name',
      'loads its own rest, which the proxy has kept',
    ],
    'an idle page has no timer, request or storage': [
      'an idle page looks once, and asks for no timer, no request and no storage',
    ],
    'a strict policy is kept': ['an order is sent from a strict page without a violation, with …'],
    'undecided, nothing is stored or sent; ten events are held': [
      'ten events are held; a sign-up goes first, and an eleventh order finds no place',
      'before the shopper has decided, nothing is stored or sent',
    ],
    'granted, all held events are stored at once and sent side by side': [
      'all held events are stored before the first is sent, and sent side by side',
      'ten held orders are sent when consent is granted and the page is left at once',
    ],
    'with a consent banner it waits for the banner’s yes, and obeys its no': [
      'first visit: it waits, however long',
      'what waits is sent at its yes; the next page asks no more; taken back, nothing is left',
    ],
    'the debug panel changes nothing about what is sent': ['what is sent is the same with it and without it'],
    'the debug panel is loaded by a setting alone': ['the panel is loaded where a setting says so'],
  },
  reading: {
    'an amount is read to the cent, refused, or named ambiguous': [
      'a decimal with two places comes back as its exact cents, as number and as text',
      'what Intl prints is exact or refused, as shoppers see it and in data',
    ],
    'what a caller passes is whole cents': ['a passed amount is in cents already: %j is %j (%s)'],
    'found < named < passed, field by field, items as a whole': [
      'found < named JSON < named < the shop’s function < passed, each field on its own',
      'items replace the others as a whole',
    ],
    'an item without product_id is left out, a field that cannot be read is named': [
      'one without product_id is left out, the others stay',
      'and what could not be read is named, in the answer and with the event',
    ],
    'an order number is one, or none': ['an order number is one, or none: %j is %j (%s)'],
    'one order has one key, however its number is spelt': ['one order has one key: %j is %j (%s)'],
    'an e-mail address is one, or none': ['an e-mail address is one, or none: %j is %j (%s)'],
    'a part of an address is never another customer': ['in one to three layers'],
    'a domain in umlauts and in punycode is one customer': ['one customer has one key: %j is %j (%s)'],
    'nothing of a person but the contact’s own fields leaves with an order': ['never %s: it is a person’s'],
    'no key reaches a prototype': ['never %s, on any level', 'keys that reach a prototype are left out everywhere'],
    'reading takes linear time': [
      'nothing of 64 KiB takes more than five times as long as an ordinary order of that size',
    ],
    'an order is never sent with another one’s address': ['never the address of another order'],
    'convertOn takes exactly the named event, once for each number': [
      'a purchase is not the event of another name (%s)',
      'once per order number',
    ],
    'an order whose e-mail comes late is looked at again for 30 s': ['is sent with what it has said after 30 s'],
    'the contract takes whatever is sent': ['of any page and any order passed'],
    'the same order is one order, whoever reports it': ['one order that several report has one effect'],
  },
  'delivery from the browser': {
    'stored, sent, verified, deleted': [
      'it is kept while nobody has answered',
      'it is forgotten after the acknowledgement',
    ],
    'only the proxy’s own acknowledgement of this id delivers': [
      'what an answer means',
      'an order that was answered with something else is queued, and sent by the next page once that is over',
    ],
    'a stranger’s refusal loses nothing': [
      '%d ends the event in the proxy’s own words only',
      'an order that was answered with something else is queued, and sent by the next page once that is over',
    ],
    '20 events and 96 KiB; an order pushes out a sign-up, never the reverse': [
      'together they have 96 KiB',
      'a sign-up pushes out no order',
    ],
    'an order too long is shortened, and what went is named': [
      'after it the order is no longer than aimed at, in UTF-8',
    ],
    'keepalive for 48 KiB and four requests': [
      'is used for 48 KiB at once, in UTF-8',
      'an order is sent at once while another script has 60 KiB of keepalive under way',
    ],
    'an event that is too old is dropped, and that is said': [
      'what is too old is dropped, and said to be: %s after %d ms: %s, reason %s',
    ],
    'ten tries in quick succession, three without a status, then one a minute': [
      'where somebody answers: ten times, the first within 2 s, doubling to 60 s; then once a minute',
      'where nobody does: three times; then once a minute',
    ],
    'Retry-After holds all that waits': ['holds all that waits, and whatever would start a try'],
    'the same order is the same event, and an accepted one a duplicate': [
      'a thank-you page loaded 22 times leaves one, the first',
    ],
    'a broken fetch loses no order': ['%s is unreachable'],
    'what left the page in the back/forward cache holds up no other': [
      'a page left while it was sending again holds up no other page',
    ],
  },
  'at the proxy’s door': {
    '202 comes after the commit, and forwarding after 202': [
      'an event is stored, then answered, then sent on',
      'sending on begins after the answer',
    ],
    'an answer tells nothing about a customer': [
      'is the same for an event that is new, that is a repeat and of a customer nobody knows',
      'an order is answered the same for a customer with a session and for one nobody knows',
    ],
    'origin: byte-equal to the shop’s': ['origin'],
    'at most 64 KiB, counted while they are read': [
      'one byte more is refused',
      'a body that lies about its size is read only as far as the limit',
    ],
    'at most 10 s for a body': ['a body that trickles in is given up all the same'],
    'at most eight levels and 8,000 values': ['eight levels are only of the wrong shape'],
    'so many events a minute for one address, /64, /56 and /48': [
      'a /%i gets %i events a minute, whatever addresses it chooses',
      'whoever makes up addresses in X-Forwarded-For is limited by the one that the trusted hop has added',
    ],
    'junk uses up nobody’s share': ['junk takes nothing from the total'],
    'an unsigned sign-up writes the list’s fields only': ['fields of a list'],
    'links of an unsigned order lead to the shop': [
      'what leads elsewhere goes and is named; the rest of the order stays as it is',
    ],
    'a forged signature is refused, an expired one is none': [
      'a forged signature is refused',
      'that has expired, a sign-up writes what it may without',
    ],
    'whatever arrives is accepted or refused by name': [
      'is accepted or refused by name, and never fails',
      'strings that break programs',
    ],
    'a webhook is taken with its signature, and no other': [
      'is not limited when it is genuine; who sends three forgeries in a minute is',
    ],
    'all settings are checked at the start, every problem named at once': ['all problems are named at once'],
    'the script is served for a year under the name of its content': [
      'it is the same text, and kept for a year without a question',
    ],
    'an operator who has signed in keeps the tag’s settings at the proxy, without a restart': [
      'settings that are kept are in the file, and in each form of the script',
      'a refusal changes nothing',
    ],
    'after updates the versions before are served, for a year': [
      'the versions of the two updates before are served, for good, with what they had',
      'a tag with a hash, of each of three versions in turn',
    ],
  },
  'in the queue': {
    'the same id is a duplicate for 7 days, the same order for 180': [
      'id is forgotten after 7 days',
      'is the same order number of the same customer under a new id, for 180 days',
    ],
    'an order without a number is one for 30 min': [
      'is a page without an order number reloaded within 30 min of the first time, however often',
    ],
    'a signed event takes the place of an unsigned one': [
      'of the same order takes the place of an unsigned one that waits, and of its items what only a page knows',
    ],
    'five sign-ups and twenty orders a day of one e-mail, unsigned': [
      'unsigned %s are taken up to %i, signed ones without end',
    ],
    'a full queue is 503, and takes again when one has gone': [
      'takes again when one has gone, and in one group no more than fit',
    ],
    'each customer’s events go in the order they happened': [
      'gives one event of each customer, the oldest by when it happened',
      'no two hand out the same event, or two of one customer, and each customer’s go in order',
    ],
    'an older sign-up loses what a newer one has set': ['loses what %j on %s has said: %j (%s)'],
    'a full disk loses nothing': ['refuses what comes, sends what waits, and takes new events when there is room'],
    'two shops share no queue by accident': [
      'is refused to another shop, also when no event waits',
      'are told when they started together: no order of one reaches the other’s API',
    ],
    'at rest everything is encrypted': [
      'shows no customer, no order number and no key',
      'one bit changed anywhere, and it does not open',
    ],
    'every kept promise holds in any order of faults': ['rounds that have broken something keep every promise'],
  },
  'to the API': {
    'the request is the API’s own, with the key of the shop and the event’s id': [
      'is an order with the key of the shop and the id of the event',
      'ends as one converted session with exactly its cents, under its own id',
    ],
    '2xx delivers; 400, 413, 415, 422 are dead letters': [
      '%i: delivered, and forgotten',
      '%i: refused for good, and kept with this reason',
    ],
    'a session may come late': ['404 with a JSON object: tried after 1, 10 and 60 minutes, then a dead letter'],
    'a redirect is never followed': ['a redirect is an answer, and not followed'],
    'half an answer is no answer': ['acted and sent half an answer'],
    'four at once, 10 s each': [
      'at most four requests are under way, and the next follows an answer',
      'an answer that is not whole after 10 s is an error: %s',
    ],
    'backoff to 5 min in the first hour, then to 30 min': [
      'double from 2 s to 5 min in the first hour',
      'double to 30 min later',
    ],
    'one event never speaks for the API': [
      'that is answered by %s: 60 of them keep 40 orders waiting for no minute',
      '(it answers %s) stop no order',
    ],
    'SIGTERM stops within 10 s and keeps what it has': [
      'stops within ten seconds, whatever the API does',
      'SIGTERM under load: ends with 0, and nothing accepted is lost',
    ],
  },
  'for the operator': {
    'no log, page, metric or health has a customer’s data or the key': [
      'has one line for each request, besides those of events',
      'no answer to the browser holds the key',
    ],
    'a reader of the log that stalls loses lines, nothing else': [
      'freezes neither orders nor health, and is told how many lines it has missed once it reads on',
    ],
    'each order is found, by number or e-mail': [
      'the share first, and a line for each order that is not delivered',
      'an order is found: …',
    ],
    'a dead letter may be sent again, dropped, and a customer erased': [
      'is sent again by the proxy, as if never tried, and says that it was replayed',
      'erasing one customer refuses nobody else, and leaves nothing of this one',
    ],
    'what is wrong is said in a sentence, with what to do': [
      'is told in a sentence with figures, and what to do',
      'a key that the API refuses is told, without a word of the customer',
    ],
    'what is watched has a sentence, what to do, a figure and an alert': [
      'is the one figure that is 1',
      'is … in health, alone',
    ],
    '"All is well" is said only when orders arrive': [
      'has a tag that was removed by day noticed in time',
      'a shop in which all is well has no condition, and only then it is said',
    ],
    'a command ends with 0, 1 or 2': ['how a command ends'],
    'the operator’s page is for who has signed in': [
      'without RINGUP_ADMIN_TOKEN nobody signs in, and nothing can be done',
    ],
  },
  'ways in': {
    'Tag Manager’s template asks for no more than it uses': [
      'has the permissions that its APIs need, and no other',
      'an order arrives once, to the cent',
    ],
    'Shopify’s pixel needs no page': [
      'an order leaves in the task in which the pixel hears of it',
      'an order arrives once, to the cent, from an origin that is null',
    ],
    'a theme’s newsletter form is reported': [
      'a newsletter form is reported as it is left, without its tags, and goes on to Shopify',
    ],
    'what is copied from the set-up page works': [
      'what is copied works: tag with hash, policy, and the proxy’s settings',
    ],
    'a page that is verified says how far its order would come, and the API converts nothing': [
      'the page that has asked gets names and sentences, and what the proxy says',
      'every kind of page is told apart',
    ],
    'a page is checked in a browser, whatever its policy and its tag': [
      'a page with … is in order',
      'a page with … is told so first',
    ],
    'the README’s code makes the signatures that the proxy takes': ['the README’s code makes them too'],
  },
  'the reference API and the demo': {
    'the reference API is the interface, complete': [
      '%j is taken (%s)',
      'the parts of a conversion name every field of the contract',
    ],
    'it refuses as the API does': ['a request is refused in this order: path, key, method, list, media type, body'],
    'the demo starts without any setting, and leaves nothing behind': [
      'each page of the shop links debug panel, inspector, operator’s page and set-up',
      'stopping removes the databases',
    ],
    'the inspector shows each event’s way': [
      'an order, a sign-up and an unread field appear live, from browser to API',
    ],
  },
  'the whole': {
    'the script has no schema code and is within its budget': [
      'does not contain schema code (%s)',
      'what a shopper loads',
    ],
    'page and proxy meet only in the contract and where both read': [
      'snippet and proxy meet only in the contract and where both read',
    ],
    'no test fails because a machine is slow': ['has a limit of less than two minutes'],
  },
}
