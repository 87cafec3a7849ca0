___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Ringup Orders Server Tag",
  "categories": [
    "CONVERSIONS",
    "EMAIL_MARKETING",
    "MARKETING"
  ],
  "brand": {
    "id": "brand_dummy",
    "displayName": "Ringup",
    "thumbnail": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAIAAABt+uBvAAAFVElEQVR4nOycfUxVZRjAXy4XQSC+yViIhohAfCgIebHLQpNYsfwo0ZZDzEiTcDPndkOd64+GjWipaBRrbDmSVeTMRGphIERLgYlimDDRBE35uPIhn/eC71/u8h68z9Vz3nOO7vmNPzjPueecu9/er/O+73O1s+LXE+TBaAhiFRQEgIIAUBAACgJAQQAoCAAFAaAgABQEgIIAUBAACgJAQQAoCAAFAaAgABQEoCXqwNfL/aPMVH1cOP2/+kxTzsHvO3t6iQqw95g5n6iATw3vrEjSuUx3on+hQQF+T3udrKwjKkAtJWhJfJTl4YuxzxN1oBZBLs5Oloee7q5EHWAjDYCCAFAQgMK9WFxU8KZ1r27dsJx2W8yphBciQoJmDg6N3LjVTZTDTpGlZ19v94y1ySuT4+nwB/wwHRAdLa8tLCnv7FZgZCS3INo9ZaW//vaKRMdpDg914cjo2LelFYcO/2LsHSAyIqugtFVLsz9Y4+Q4jTwqwyOju/MO/3CimsiFTG2Qvb0mb9e7W9JStFp7IgJ6eZI+mhbD02cuTEwQGZBDkJurc/G+HUsXS/ag+WGBupiwX6vqab0jnJGjipXkGxYtCHnQ2b8aLp2qPVd/obXL2Her00gjM3w9fTzdYqOCE3WR1i98K2sv4Qx3QbnZG1e/phfGx0zmkuNVX3xztNvYb+Vy2t9t27gyNUWvtZ+ibtI7GPYWEZ7wrWLpq5dlpqUI482t19dk5tDOe2h41Pod6Dio4s9zx3//WxcdSosVczZ83uye3v7G5jbCDY6C/P18inI/1GjsmHh5ZV369s+7jX3EZu703f2xrCY48Nk5s/yYUwlxEbRTG7g7RPjA8VVje8Yq2nkxQVocNu/Mf4TGlXbw7xn2/3a6gYnTR+zY9AbhBi9BgQHPLF+2iAnSmrVl10Eigqw9X/57pZ0J0pm2OQF+hA+8BG1ITdJoJt3cbB7fnH1AZMdML8/cfWhi8hCIPmj9my8TPvASlJwQw0SKj/1xreM2EU3r1Ru082KCryREEz5wERQV+hztni0jtBH97OtSIhG5X5UODY9YRujQifZohANcBCUJik9ZZV1f/yCRiJ47/eVV9exD9QsIB7gIigiZzUTqz7cQSakT3JBTCeIyae/t8RQTabnaQSSlpY29oZfgoZLARZDwu0o+1yVcVvR+jAT5eLHvBDdvG4mkCI0/TiXIQcve1mQ2E0kZGBxmIszKmlTgqgYACgJAQQAoCAAFAaAgABQEgIIAUBAACgJAQQAoCAAFAaAgABQEgIIAxO7uuJ9jYctuQzmhc7KS5HyI3bxwP8eCqAypcj7ETrkyORZqQ3zOh9g2aHTMRJ5oxAqqOXuRqJhq0V9PbBtEVzhn+Hj4enk4T3ckaoK2zeWV9Z8cODI4eRX/YbHDH3mzDo6DAFAQAAoCUCYl05YcZ5XkQSuTL2ZLjrNK8qCVKUG25DirJA9amTZocGjS2MTT3dXDzcUyQg+Z3Romk8T7Q2xEGUFNl68xkfiYMMvDxQvZ8nL+Esd8AysoU8X+afkvURdpGfl42zoHB23N2SaNRqOPDafNM3PJRYFTeVBmJO3v51PxXY7tWZn0lXjJWkP7/11EdpSpYu03u/YXHbP983mFPylihyg4UCwoLhNmXUzJ5SsdhUdOEoVQTJDZPP7+znzQUXPr9QzDvvFxWfJTp0LJHxYw9g6U/FxF2+aY8Ll2dmxaGTVYUHxi654CmfPAGVQx3TEv0P8lXeTCiLnR4UFjJlNjc1tDU+up2kbhbnH5wfkgAHybB0BBACgIAAUBoCAAFASAggBQEAAKAkBBAPcAAAD//2jqTocAAAAGSURBVAMA0v26tFUFy1gAAAAASUVORK5CYII\u003d"
  },
  "description": "Reports your orders to your marketing system from a server container, in case the browser’s own script is blocked. An order that both report counts once. Waits for consent. You need the Ringup proxy and its server token. Setup and support: see the documentation linked on this page.",
  "containerContexts": [
    "SERVER"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "endpoint",
    "displayName": "Endpoint",
    "simpleValueType": true,
    "alwaysInSummary": true,
    "valueHint": "https://www.shop.example/ringup",
    "help": "Where the proxy takes events. No slash at the end.",
    "valueValidators": [
      {
        "type": "NON_EMPTY",
        "errorMessage": "Where is the proxy?"
      },
      {
        "type": "REGEX",
        "args": [
          "^https://[^/]+/.*[^/]$"
        ],
        "errorMessage": "A whole address is needed. It begins with https:// and has no slash at its end."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "token",
    "displayName": "Server token",
    "simpleValueType": true,
    "help": "RINGUP_SERVER_TOKEN of the proxy. Whoever may read this container can read it.",
    "valueValidators": [
      {
        "type": "NON_EMPTY",
        "errorMessage": "Without the token the proxy takes nothing from a server."
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "orderGroup",
    "displayName": "Order",
    "groupStyle": "ZIPPY_OPEN",
    "subParams": [
      {
        "type": "TEXT",
        "name": "orderNumber",
        "displayName": "Order number",
        "simpleValueType": true,
        "help": "A variable. Empty: transaction_id of the event."
      },
      {
        "type": "TEXT",
        "name": "email",
        "displayName": "E-mail",
        "simpleValueType": true,
        "help": "A variable with the address as it is, not hashed. Empty: user_data.email_address of the event."
      },
      {
        "type": "SIMPLE_TABLE",
        "name": "additionalKeys",
        "displayName": "Additional keys",
        "simpleTableColumns": [
          {
            "defaultValue": "",
            "displayName": "Key",
            "name": "name",
            "type": "TEXT",
            "isUnique": true,
            "valueValidators": [
              {
                "type": "NON_EMPTY"
              }
            ]
          },
          {
            "defaultValue": "",
            "displayName": "Value",
            "name": "value",
            "type": "TEXT"
          }
        ],
        "help": "Of the whole order, as text."
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "consentGroup",
    "displayName": "Consent required",
    "groupStyle": "ZIPPY_OPEN",
    "help": "The order is sent when all of these are granted, by the consent mode of the page. One of which nobody says anything is not granted.",
    "subParams": [
      {
        "type": "CHECKBOX",
        "name": "consent_ad_storage",
        "checkboxText": "ad_storage",
        "simpleValueType": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_analytics_storage",
        "checkboxText": "analytics_storage",
        "simpleValueType": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_ad_user_data",
        "checkboxText": "ad_user_data",
        "simpleValueType": true,
        "defaultValue": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_ad_personalization",
        "checkboxText": "ad_personalization",
        "simpleValueType": true
      },
      {
        "type": "TEXT",
        "name": "consent",
        "displayName": "Consent, by a variable",
        "simpleValueType": true,
        "help": "Where the event has no consent mode. The order is sent when the variable is granted or true; the boxes are not asked."
      }
    ]
  },
  {
    "type": "CHECKBOX",
    "name": "debug",
    "checkboxText": "Say in the console what became of each order",
    "simpleValueType": true,
    "help": "Failures are said in any case. Names of fields and reasons, never a customer’s data."
  }
]


___SANDBOXED_JS_FOR_SERVER___

const getAllEventData = require('getAllEventData');
const getType = require('getType');
const JSON = require('JSON');
const logToConsole = require('logToConsole');
const makeString = require('makeString');
const makeTableMap = require('makeTableMap');
const queryPermission = require('queryPermission');
const sendHttpRequest = require('sendHttpRequest');
const sha256Sync = require('sha256Sync');

const log = (sentence) => {
  logToConsole('Ringup: ' + sentence);
};

const succeed = (sentence) => {
  if (data.debug) log(sentence);
  data.gtmOnSuccess();
};

/** Said also where debugging is off: the merchant has something to do. Never a customer's data. */
const fail = (sentence) => {
  log(sentence);
  data.gtmOnFailure();
};

const event = getAllEventData();
const isObject = (value) => getType(value) === 'object';
const isFilled = (value) => ['undefined', 'null', 'function'].indexOf(getType(value)) < 0 && makeString(value).trim() !== '';
const toFilled = (values) => values.filter(isFilled);

// ---- Consent. A server container asks nobody: what the shopper has decided comes with the event, or is not known.

/** In the order in which the consent mode's `gcd` has them, a letter each. */
const CONSENT_TYPES = ['ad_storage', 'analytics_storage', 'ad_user_data', 'ad_personalization'];
const GCD_LETTERS = { n: 'granted', r: 'granted', t: 'granted', v: 'granted', m: 'denied', p: 'denied', q: 'denied', u: 'denied' };
const GCS_DIGITS = { '0': 'denied', '1': 'granted' };

const isLetter = (sign) => sign >= 'a' && sign <= 'z';

/** 'granted', 'denied', or undefined where nobody says. */
const readConsent = (type) => {
  const at = CONSENT_TYPES.indexOf(type);
  const state = isObject(event.consent_state) ? event.consent_state[type] : undefined;
  if (state === true || state === 'granted') return 'granted';
  if (state === false || state === 'denied') return 'denied';
  if (event['x-ga-gcd']) return GCD_LETTERS[makeString(event['x-ga-gcd']).split('').filter(isLetter)[at]];
  // `G1`, and a digit for each of the first two types.
  return at < 2 ? GCS_DIGITS[makeString(event['x-ga-gcs'] || '').charAt(at + 2)] : undefined;
};

const required = CONSENT_TYPES.filter((type) => data['consent_' + type]);

/** A sentence and whether it is a failure; undefined where the order may be sent. */
const checkConsent = () => {
  if (isFilled(data.consent))
    return ['granted', 'true'].indexOf(makeString(data.consent)) >= 0 ? undefined : { sentence: 'not sent: the variable does not say granted' };
  const denied = required.filter((type) => readConsent(type) === 'denied');
  if (denied.length > 0) return { sentence: 'not sent: no consent to ' + denied.join(', ') };
  const unknown = required.filter((type) => !readConsent(type));
  return unknown.length > 0 ? {
    failed: true,
    sentence: 'not sent: nobody says whether ' + unknown.join(', ') + ' is granted. Use consent mode, or a variable in the field Consent'
  } : undefined;
};

// ---- The order, as the event says it: the proxy reads it, as it reads those of pages.

/** Of the event only what Google says of a purchase: its other data is of the browser, not of the order. */
const ORDER_NAMES = ['transaction_id', 'value', 'currency', 'tax', 'shipping', 'coupon', 'affiliation', 'customer_type', 'items'];

/** What the merchant says is in the API's own words, and wins. */
const readPassed = () => {
  const cart = makeTableMap(data.additionalKeys || [], 'name', 'value') || {};
  cart.order_number = isFilled(data.orderNumber) ? data.orderNumber : undefined;
  return { cart_data: cart };
};

const readSaid = () => {
  const order = {};
  ORDER_NAMES.forEach((name) => {
    order[name] = event[name];
  });
  return { emails: [email], found: { from: 'data-layer', order: order }, passed: [readPassed()] };
};

// ---- The customer.

const first = (value) => getType(value) === 'array' ? value[0] : value;
const isHash = (text) => text.match('^[A-Fa-f0-9]{64}$') || text.match('^[A-Za-z0-9+/_-]{43}=?$');

const user = isObject(event.user_data) ? event.user_data : {};
const email = makeString(toFilled([data.email, first(user.email_address), first(user.email), event.email_address, event.email])[0] || '').trim();
const isHashed = isHash(email) || (!email && isFilled(first(user.sha256_email_address)));

// ---- The envelope.

/** The same for an order however often its event comes. The token is in it, so that nobody else can use it up. A UUID of version 8 (RFC 9562). */
const toId = (number) => {
  const hash = sha256Sync([data.token, number, email.toLowerCase()].join('\n'), { outputEncoding: 'hex' });
  return [hash.substring(0, 8), hash.substring(8, 12), '8' + hash.substring(13, 16), '8' + hash.substring(17, 20), hash.substring(20, 32)].join('-');
};

/** The container waits five seconds for an answer at most. */
const TIMEOUT_MS = 4000;
const MAX_ATTEMPTS = 2;

/** `cart_data.cart_value (ambiguous_amount)`: the guide of the debug panel has a sentence for each code. */
const toNames = (problems) => problems.map((problem) => problem.field + ' (' + problem.code + ')').join(', ');

const onAnswer = (answer, envelope, attempt) => {
  const said = JSON.parse(answer.body || '');
  if (answer.statusCode === 202 && isObject(said) && said.ok === true && said.id === envelope.id)
    return succeed('the order is accepted' + (said.problems ? '; could not read ' + toNames(said.problems) : ''));
  if (isObject(said) && said.ok === false && answer.statusCode < 500)
    return fail('the proxy refuses the order: ' + said.code + (said.problems ? ', ' + toNames(said.problems) : said.fields ? ', ' + said.fields.join(', ') : '') +
      (said.code === 'origin' ? '. The server token is not the one of its settings' : ''));
  tryAgain('the proxy answers ' + answer.statusCode, envelope, attempt);
};

const tryAgain = (reason, envelope, attempt) => {
  if (attempt < MAX_ATTEMPTS) return send(envelope, attempt + 1);
  fail(reason + ', and the order is not taken. This container keeps nothing');
};

const send = (envelope, attempt) => {
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + data.token },
    timeout: TIMEOUT_MS
  };
  sendHttpRequest(data.endpoint, options, JSON.stringify(envelope)).then((answer) => {
    onAnswer(answer, envelope, attempt);
  }, () => {
    tryAgain('the proxy cannot be reached', envelope, attempt);
  });
};

const report = () => {
  const held = checkConsent();
  if (held) return held.failed ? fail(held.sentence) : succeed(held.sentence);
  if (!queryPermission('send_http', data.endpoint))
    return fail('may not send to ' + data.endpoint + '. Template, Permissions, Sends HTTP requests: add it.');
  if (isHashed) return fail('the e-mail is hashed, and a hash is no address. Have the page send it as it is, or give a variable that has it');
  if (email.indexOf('@') < 1) return fail('the event has no e-mail');
  const number = toFilled([data.orderNumber, event.transaction_id])[0];
  if (!number) return fail('the event has no order number');
  send({ v: 2, id: toId(makeString(number).trim()), kind: 'convert', age: 0, said: readSaid() }, 1);
};

report();


___SERVER_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "logging",
        "versionId": "1"
      },
      "param": [
        {
          "key": "environments",
          "value": {
            "type": 1,
            "string": "all"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "read_event_data",
        "versionId": "1"
      },
      "param": [
        {
          "key": "eventDataAccess",
          "value": {
            "type": 1,
            "string": "any"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "send_http",
        "versionId": "1"
      },
      "param": [
        {
          "key": "allowedUrls",
          "value": {
            "type": 1,
            "string": "specific"
          }
        },
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://*/ringup"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: The order is posted as the event says it
  code: |-
    runCode(tag);

    assertThat(sent).hasLength(1);
    assertThat(sent[0].url).isEqualTo('https://shop.example/ringup');
    assertThat(sent[0].options.method).isEqualTo('POST');
    assertThat(sent[0].options.headers).isEqualTo({
      'Content-Type': 'application/json',
      Authorization: 'Bearer the-token'
    });
    assertThat(sent[0].envelope.v).isEqualTo(2);
    assertThat(sent[0].envelope.kind).isEqualTo('convert');
    assertThat(sent[0].envelope.said).isEqualTo({
      emails: ['ada@example.com'],
      found: {
        from: 'data-layer',
        order: {
          transaction_id: 'T-1', value: 41.97, currency: 'EUR', tax: 6.7, shipping: 4.99, coupon: 'SUMMER',
          items: EVENT.items
        }
      },
      passed: [{ cart_data: {} }]
    });
    assertApi('gtmOnSuccess').wasCalled();
    assertApi('logToConsole').wasNotCalled();
- name: What the event says of the browser stays behind
  code: |-
    EVENT.client_id = '1.2';
    EVENT.ip_override = '1.2.3.4';
    EVENT.user_data.phone_number = '+15551234567';
    runCode(tag);

    assertThat(JSON.stringify(sent[0].envelope).indexOf('1.2.3.4')).isEqualTo(-1);
    assertThat(JSON.stringify(sent[0].envelope).indexOf('1.2"')).isEqualTo(-1);
    assertThat(JSON.stringify(sent[0].envelope).indexOf('1555')).isEqualTo(-1);
- name: An order has the same id whenever its event comes, and another order another one
  code: |-
    mock('sha256Sync', (text) => hash(text));
    runCode(tag);
    runCode(tag);
    EVENT.transaction_id = 'T-2';
    runCode(tag);

    assertThat(sent[0].envelope.id).isEqualTo('01234567-89ab-8def-8123-456789abcdef');
    assertThat(sent[1].envelope.id).isEqualTo(sent[0].envelope.id);
    assertThat(hashed[0]).isEqualTo('the-token\nT-1\nada@example.com');
    assertThat(hashed[2]).isEqualTo('the-token\nT-2\nada@example.com');
- name: What the proxy could not read is named, and the order goes
  code: |-
    tag.debug = true;
    answers = [{ statusCode: 202, problems: [{ field: 'cart_data.cart_value', code: 'ambiguous_amount' }, { field: 'cart_items.1', code: 'no_product_id' }] }];
    runCode(tag);

    assertApi('logToConsole').wasCalledWith('Ringup: the order is accepted; could not read ' +
      'cart_data.cart_value (ambiguous_amount), cart_items.1 (no_product_id)');
    assertApi('gtmOnSuccess').wasCalled();
- name: Additional keys go with the order, in the words of the API
  code: |-
    tag.additionalKeys = [{ name: 'store', value: 'Oslo' }, { name: 'cart_value', value: '1999' }];
    runCode(tag);

    assertThat(sent[0].envelope.said.passed).isEqualTo([{ cart_data: { store: 'Oslo', cart_value: '1999' } }]);
- name: Order number and e-mail of the fields win
  code: |-
    tag.orderNumber = 1042;
    tag.email = ' grace@example.com ';
    runCode(tag);

    assertThat(sent[0].envelope.said.passed).isEqualTo([{ cart_data: { order_number: 1042 } }]);
    assertThat(sent[0].envelope.said.emails).isEqualTo(['grace@example.com']);
- name: Without an order number nothing is sent
  code: |-
    EVENT.transaction_id = '';
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: the event has no order number');
    assertApi('gtmOnFailure').wasCalled();
- name: A hashed e-mail is refused
  code: |-
    EVENT.user_data = { sha256_email_address: 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becfa41e72' };
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: the e-mail is hashed, and a hash is no address. Have the page send it as it is, or give a variable that has it');
    assertApi('gtmOnFailure').wasCalled();
- name: So is a hash where the address should be
  code: |-
    EVENT.user_data = { email_address: 'tfyF5VdV+eDQMKEKtEKbaylEhV+aDWAHf+gyvs+kHnI=' };
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
- name: With a hash and the address beside it the address is used
  code: |-
    EVENT.user_data = { sha256_email_address: 'b5fc85e5', email_address: ['ada@example.com', 'grace@example.com'] };
    runCode(tag);

    assertThat(sent[0].envelope.said.emails).isEqualTo(['ada@example.com']);
- name: Without an e-mail nothing is sent
  code: |-
    EVENT.user_data = undefined;
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: the event has no e-mail');
- name: Nothing is sent without consent, which is no failure
  code: |-
    EVENT['x-ga-gcd'] = '13r3r3q3r5';
    tag.debug = true;
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: not sent: no consent to ad_user_data');
    assertApi('gtmOnSuccess').wasCalled();
- name: Nor where nobody says anything of consent, which is one
  code: |-
    EVENT['x-ga-gcd'] = '13l3l3l3l1l1';
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: not sent: nobody says whether ad_user_data is granted. Use consent mode, or a variable in the field Consent');
    assertApi('gtmOnFailure').wasCalled();
- name: The older signal knows two types only
  code: |-
    EVENT['x-ga-gcd'] = undefined;
    EVENT['x-ga-gcs'] = 'G110';
    runCode(tag);
    tag.consent_ad_user_data = false;
    tag.consent_ad_storage = true;
    runCode(tag);
    tag.consent_analytics_storage = true;
    runCode(tag);

    assertThat(sent).hasLength(1);
- name: A client's own consent state goes before Google's signals
  code: |-
    EVENT.consent_state = { ad_user_data: false };
    runCode(tag);
    EVENT.consent_state = { ad_user_data: 'granted' };
    EVENT['x-ga-gcd'] = '13l3l3l3l1l1';
    runCode(tag);

    assertThat(sent).hasLength(1);
- name: A variable says more than the event
  code: |-
    tag.consent = 'denied';
    runCode(tag);
    tag.consent = true;
    EVENT['x-ga-gcd'] = undefined;
    runCode(tag);

    assertThat(sent).hasLength(1);
- name: With no consent required nobody is asked
  code: |-
    tag.consent_ad_user_data = false;
    EVENT['x-ga-gcd'] = undefined;
    runCode(tag);

    assertThat(sent).hasLength(1);
- name: A network that fails is tried again, with the same id
  code: |-
    answers = [undefined, TAKEN];
    runCode(tag);

    assertThat(sent).hasLength(2);
    assertThat(sent[1].envelope).isEqualTo(sent[0].envelope);
    assertApi('gtmOnSuccess').wasCalled();
- name: So is a proxy that cannot store it now
  code: |-
    answers = [{ statusCode: 503, body: '{"ok":false,"code":"unavailable"}' }, TAKEN];
    runCode(tag);

    assertThat(sent).hasLength(2);
    assertApi('gtmOnSuccess').wasCalled();
- name: Not for ever
  code: |-
    answers = [undefined, { statusCode: 502, body: '<html>' }, TAKEN];
    runCode(tag);

    assertThat(sent).hasLength(2);
    assertApi('logToConsole').wasCalledWith('Ringup: the proxy answers 502, and the order is not taken. This container keeps nothing');
    assertApi('gtmOnFailure').wasCalled();
- name: A refusal is said, and not tried again
  code: |-
    answers = [{ statusCode: 422, body: '{"ok":false,"code":"shape","fields":["body.email"]}' }];
    runCode(tag);

    assertThat(sent).hasLength(1);
    assertApi('logToConsole').wasCalledWith('Ringup: the proxy refuses the order: shape, body.email');
    assertApi('gtmOnFailure').wasCalled();
- name: So is one for its e-mail, with the reason
  code: |-
    answers = [{ statusCode: 422, body: '{"ok":false,"code":"no_email","fields":["email"],"problems":[{"field":"email","code":"masked_email"}]}' }];
    runCode(tag);

    assertApi('logToConsole').wasCalledWith('Ringup: the proxy refuses the order: no_email, email (masked_email)');
    assertApi('gtmOnFailure').wasCalled();
- name: A wrong token is named
  code: |-
    answers = [{ statusCode: 403, body: '{"ok":false,"code":"origin"}' }];
    runCode(tag);

    assertApi('logToConsole').wasCalledWith('Ringup: the proxy refuses the order: origin. The server token is not the one of its settings');
- name: Another's 202 acknowledges nothing
  code: |-
    answers = [{ statusCode: 202, body: '{"ok":true,"id":"00000000-0000-8000-8000-000000000000"}' }, { statusCode: 202, body: 'welcome' }];
    runCode(tag);

    assertApi('gtmOnFailure').wasCalled();
- name: An address that the template may not send to is named
  code: |-
    tag.endpoint = 'https://shop.example/events';
    runCode(tag);

    assertThat(sent).isEmpty();
    assertApi('logToConsole').wasCalledWith('Ringup: may not send to https://shop.example/events. Template, Permissions, Sends HTTP requests: add it.');
    assertApi('gtmOnFailure').wasCalled();
setup: |-
  const JSON = require('JSON');

  const tag = {
    endpoint: 'https://shop.example/ringup',
    token: 'the-token',
    consent_ad_user_data: true
  };
  const EVENT = {
    event_name: 'purchase',
    transaction_id: 'T-1',
    value: 41.97,
    currency: 'EUR',
    tax: 6.7,
    shipping: 4.99,
    coupon: 'SUMMER',
    items: [
      { item_id: 'MUG-1', item_name: 'Blue mug', price: 12.99, quantity: 2, item_brand: 'Acme' },
      { item_id: 'TEA-7', item_name: 'Green tea', price: 11, item_category: 'Food', item_category2: 'Tea' }
    ],
    user_data: { email_address: 'ada@example.com' },
    'x-ga-gcd': '13r3r3r3r5'
  };
  mock('getAllEventData', () => EVENT);

  const hashed = [];
  const hash = (text) => {
    hashed.push(text);
    return '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
  };

  // What the proxy answers, one after the other; undefined: it cannot be reached. In the end it takes everything.
  const TAKEN = { statusCode: 202 };
  let answers = [];
  const sent = [];
  mock('sendHttpRequest', (url, options, body) => {
    const envelope = JSON.parse(body);
    sent.push({ url: url, options: options, envelope: envelope });
    const answer = answers.length > 0 ? answers.shift() : TAKEN;
    return {
      then: (onAnswer, onFailure) => {
        if (!answer) onFailure({ reason: 'failed' });
        else if (answer.body) onAnswer(answer);
        else onAnswer({ statusCode: answer.statusCode, body: JSON.stringify({ ok: true, id: envelope.id, problems: answer.problems }) });
      }
    };
  });


___NOTES___

The order is known by its number and the customer's e-mail. What the page's own script, a webhook of the platform and this
tag report of one order has one effect. The id is made of the token, the number and the e-mail, so that an event that
comes twice is one event.

Consent: consent_state of the event, where a client sets it; then x-ga-gcd, then x-ga-gcs, which Google's tags send.

Tag Manager is told of success when the proxy has taken the order, and when consent is denied. It is told of failure when
the order cannot be sent: no order number, no e-mail, a hashed one, nobody says anything of consent, the proxy refuses it or
cannot be reached. The container keeps nothing to be sent later.

read_event_data: all of it, for getAllEventData(). Of it are sent what Google's purchase event has, and user_data's e-mail.
send_http: only to a path /ringup, of any host. Narrow it to your own address, or name another path.
logging: also outside of the preview, since an order that was not taken is worth a line. Never a customer's data.
