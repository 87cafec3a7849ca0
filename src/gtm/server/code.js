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

// ---- Consent. A server container cannot ask the shopper. The decision comes with the event, or is not known.

/** The types in the order in which the consent mode's `gcd` has them, a letter each. */
const CONSENT_TYPES = ['ad_storage', 'analytics_storage', 'ad_user_data', 'ad_personalization'];
const GCD_LETTERS = { n: 'granted', r: 'granted', t: 'granted', v: 'granted', m: 'denied', p: 'denied', q: 'denied', u: 'denied' };
const GCS_DIGITS = { '0': 'denied', '1': 'granted' };

const isLetter = (sign) => sign >= 'a' && sign <= 'z';

/** 'granted', 'denied', or undefined where the event does not say. */
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
    sentence: 'not sent: it is not known whether ' + unknown.join(', ') + ' is granted. Use consent mode, or a variable in the field Consent'
  } : undefined;
};

// ---- The order in the event's form. The proxy reads it, as it reads orders of pages.

/** The names that Google gives a purchase. The event's other data is about the browser, and stays. */
const ORDER_NAMES = ['transaction_id', 'value', 'currency', 'tax', 'shipping', 'coupon', 'affiliation', 'customer_type', 'items'];

/** The merchant's own fields have the API's names, and win. */
const readPassed = () => {
  const cart = makeTableMap(data.additionalKeys || [], 'name', 'value') || {};
  cart.order_number = isFilled(data.orderNumber) ? data.orderNumber : undefined;
  return cart;
};

const readRaw = () => {
  const order = {};
  ORDER_NAMES.forEach((name) => {
    order[name] = event[name];
  });
  return { emails: [email], passed: [{ ecommerce: order, cart_data: readPassed() }] };
};

// ---- The customer.

const first = (value) => getType(value) === 'array' ? value[0] : value;
const isHash = (text) => text.match('^[A-Fa-f0-9]{64}$') || text.match('^[A-Za-z0-9+/_-]{43}=?$');

const user = isObject(event.user_data) ? event.user_data : {};
const email = makeString(toFilled([data.email, first(user.email_address), first(user.email), event.email_address, event.email])[0] || '').trim();
const isHashed = isHash(email) || (!email && isFilled(first(user.sha256_email_address)));

// ---- The envelope.

/** The same for an order however often its event comes. The token is in it, so no stranger can use it up. A UUID of version 8 (RFC 9562). */
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
  const reply = JSON.parse(answer.body || '');
  if (answer.statusCode === 202 && isObject(reply) && reply.ok === true && reply.id === envelope.id)
    return succeed('the order is accepted' + (reply.problems ? '; could not read ' + toNames(reply.problems) : ''));
  if (isObject(reply) && reply.ok === false && answer.statusCode < 500)
    return fail('the proxy refuses the order: ' + reply.code + (reply.problems ? ', ' + toNames(reply.problems) : reply.fields ? ', ' + reply.fields.join(', ') : '') +
      (reply.code === 'origin' ? '. The server token is not the one of its settings' : ''));
  tryAgain('the proxy answers ' + answer.statusCode, envelope, attempt);
};

const tryAgain = (reason, envelope, attempt) => {
  if (attempt < MAX_ATTEMPTS) return send(envelope, attempt + 1);
  fail(reason + ', and the order was not accepted. This container keeps nothing');
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
  if (isHashed) return fail('the e-mail is hashed, and a hash is not an address. Have the page send it as it is, or give a variable that has it');
  if (email.indexOf('@') < 1) return fail('the event has no e-mail');
  const number = toFilled([data.orderNumber, event.transaction_id])[0];
  if (!number) return fail('the event has no order number');
  send({ v: 3, id: toId(makeString(number).trim()), kind: 'convert', age: 0, raw: readRaw() }, 1);
};

report();
