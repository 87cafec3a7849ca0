const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const copyFromDataLayer = require('copyFromDataLayer');
const copyFromWindow = require('copyFromWindow');
const createArgumentsQueue = require('createArgumentsQueue');
const getType = require('getType');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');
const logToConsole = require('logToConsole');
const makeTableMap = require('makeTableMap');
const queryPermission = require('queryPermission');
const setInWindow = require('setInWindow');

const CONSENT_TYPES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage',
  'functionality_storage', 'personalization_storage', 'security_storage'];

/** Checks whether the script has accepted this order, or an earlier page has reported it. Then the tag has nothing to do. */
const DONE = ['accepted', 'queued', 'held'];

const log = (sentence) => {
  logToConsole('Ringup: ' + sentence);
};

// Reports to Tag Manager once: the outcome, or that the script cannot be loaded, whichever comes first.
let told = false;
const tell = (succeeded, sentence) => {
  if (data.debug) log(sentence);
  if (told) return;
  told = true;
  if (succeeded) data.gtmOnSuccess();
  else data.gtmOnFailure();
};

/** Said also where debugging is off: the merchant has something to do. */
const fail = (sentence) => {
  if (!data.debug) log(sentence);
  tell(false, sentence);
};

const onOutcome = (outcome) => {
  const problems = outcome.problems.map((problem) => problem.field + ' (' + problem.code + ')');
  const because = outcome.reason ? ', ' + outcome.reason : '';
  const about = problems.length > 0 ? '; could not read ' + problems.join(', ') : '';
  tell(DONE.indexOf(outcome.status) >= 0, outcome.kind + ' is ' + outcome.status + because + about);
};

// ---- The reported data. It is read immediately, because the page's next push may be `ecommerce: null`.

const isObject = (value) => getType(value) === 'object';

/**
 * The entries of the data layer up to the event that fires this tag, the latest first. Tag Manager's own answer
 * for a key may be of any earlier event. Returns all entries if the event is not one of them, as with gtag().
 */
const readEntries = () => {
  const name = data.dataLayerName || 'dataLayer';
  if (!queryPermission('access_globals', 'read', name)) {
    log('may not read ' + name + '. Template, Permissions, Accesses global variables: add ' + name + ', with Read.');
    return undefined;
  }
  const layer = copyFromWindow(name);
  if (getType(layer) !== 'array') return undefined;
  const entries = layer.filter(isObject).reverse();
  const isOwn = entries.map((entry) => entry['gtm.uniqueEventId'] === copyFromDataLayer('gtm.uniqueEventId'));
  const at = isOwn.indexOf(true);
  return at < 0 ? entries : entries.slice(at);
};

/** Follows names that are joined by dots. */
const readPath = (entry, path) => path.split('.').reduce((each, name) => isObject(each) ? each[name] : undefined, entry);

const isNumbered = (ecommerce) => ecommerce.transaction_id || ecommerce.purchase;

/** The event's own order, as GA4 or Universal Analytics has it, with the customer next to it. */
const findOrder = (entries) => {
  const own = (entries || [])[0];
  const isOwn = own && own['gtm.uniqueEventId'] === copyFromDataLayer('gtm.uniqueEventId');
  // If the sandbox copies gtag()'s arguments, the parameters follow the command.
  if (isOwn && own[0] !== 'event') {
    if (isObject(own.ecommerce)) return own;
    // The form in which gtag() itself pushes it.
    if (isObject(own.eventModel))
      return { ecommerce: own.eventModel, user_data: own.user_data, user_properties: own.user_properties };
    // Some pages push the order first, and then the event.
    return entries.filter((entry) => !entry.event && isObject(entry.ecommerce) && isNumbered(entry.ecommerce))[0];
  }
  // The parameters of gtag() belong to the event. In another data layer, only a number tells an order from a cart.
  const model = copyFromDataLayer('eventModel', 1);
  return isObject(model) && (entries || isNumbered(model)) ? { ecommerce: model } : undefined;
};

const readEcommerce = (entries) => {
  const order = findOrder(entries);
  if (!order) return fail('the event has no order of its own');
  const ecommerce = order.ecommerce;
  if (!isNumbered(ecommerce) && !data.orderNumber && !data.withoutNumber)
    return fail('the order has no number, and the tag is not set to report it without one');
  ['user_data', 'user_properties'].forEach((key) => {
    if (!ecommerce[key]) ecommerce[key] = order[key];
  });
  return ecommerce;
};

/** Amounts stay as they are, in decimals: the script makes cents of them, here as on every page. */
const readVariables = () => ({
  transaction_id: data.orderNumber,
  value: data.value,
  coupon: data.coupon,
  currency: data.currency,
  items: data.items
});

/** Undefined when there is nothing to report. */
const readOrder = () => {
  const entries = data.source === 'ga4' || data.emailPath ? readEntries() : undefined;
  const order = {
    email: data.email,
    cart_data: makeTableMap(data.additionalKeys || [], 'name', 'value') || {},
    signature: data.signature || undefined
  };
  if (!order.email && data.emailPath && entries)
    order.email = entries.map((entry) => readPath(entry, data.emailPath)).filter((email) => email)[0];
  // The script looks for it on the page.
  if (data.source === 'page') return order;
  order.ecommerce = data.source === 'variables' ? readVariables() : readEcommerce(entries);
  if (data.source === 'ga4' && data.orderNumber) order.cart_data.order_number = data.orderNumber;
  return order.ecommerce ? order : undefined;
};

const readContact = () => {
  const contact = makeTableMap(data.fields || [], 'name', 'value') || {};
  contact.email = data.contactEmail;
  return contact;
};

// ---- The script.

const hasLoaded = () => copyFromWindow('ringup.version');

/** `window.ringup`, where the script looks for settings. The page's own object stays; any other value, such as an element, is replaced. */
const leaveSetting = (name, value) => {
  if (!isObject(copyFromWindow('ringup'))) setInWindow('ringup', {}, true);
  setInWindow('ringup.' + name, value);
};

const leaveSettings = () => {
  const settings = {
    endpoint: data.endpoint,
    adapter: data.adapter,
    decimal: data.decimal,
    value: data.cartValue,
    debug: data.debug ? 'ask' : '' // the panel, if the page's address asks for it
  };
  for (const name in settings) if (settings[name]) leaveSetting(name, settings[name]);
};

let decision;
/** The page's own setting `consent`, before this tag held its events. */
let before;

/** The shopper's decision. A script that comes later holds all back until it is told. */
const decide = (choice) => {
  if (choice === decision) return;
  decision = choice;
  if (hasLoaded()) callInWindow('ringup.consent', choice);
  else if (choice === 'denied') {
    if (!isObject(copyFromWindow('ringup'))) setInWindow('ringup', {}, true);
    before = copyFromWindow('ringup.consent');
    setInWindow('ringup.consent', 'required', true);
  } else setInWindow('ringup.consent', before || 'not-required', true);
};

/** Answers when it is there, unless it cannot be had. */
const load = (then) => {
  if (hasLoaded()) return then();
  if (data.script !== 'inject') return fail('the script is not on the page yet');
  const url = data.scriptUrl;
  if (!queryPermission('inject_script', url))
    return fail('may not load ' + url + '. Template, Permissions, Injects scripts: add it.');
  leaveSettings();
  injectScript(url, () => {
    if (!hasLoaded()) return fail(url + ' is not the script');
    if (decision) callInWindow('ringup.consent', decision);
    then();
  }, () => {
    fail(url + ' cannot be loaded');
  }, url);
};

// ---- The tag's action.

/** The script's function, or a queue that it works off when it has loaded. */
const createCall = (name) => {
  const call = createArgumentsQueue(name, name + '.q');
  if (call) return call;
  // Another value has this name, such as an element with this id.
  setInWindow(name, (a, b, c, d) => {
    callInWindow(name + '.q.push', [a, b, c, d]);
  }, true);
  setInWindow(name + '.q', [], true);
  return (a, b, c, d) => {
    callInWindow(name, a, b, c, d);
  };
};

const onLoad = () => {};

const reportOrder = (order) => {
  createCall('convert')(order, onOutcome);
  if (data.script === 'inject') load(onLoad);
};

const reportSignUp = (contact) => {
  createCall('addToList')(data.list, contact, { signature: data.signature || undefined }, onOutcome);
  if (data.script === 'inject') load(onLoad);
};

const start = () => {
  load(() => {
    tell(true, 'the script is there');
  });
};

const flush = () => {
  load(() => {
    callInWindow('ringup.flush');
    tell(true, 'sends what waits');
  });
};

const deny = () => {
  decide('denied');
  load(() => {
    tell(true, 'has erased what this browser kept');
  });
};

// ---- Consent.

const required = CONSENT_TYPES.filter((type) => data['consent_' + type]);
let done = false;

/** Does it once, as soon as all that is required is granted; and tells the script if consent is withdrawn. */
const whenGranted = (action) => {
  const look = (changed, granted) => {
    const isGranted = (type) => type === changed ? granted : isConsentGranted(type);
    const allowed = required.every(isGranted);
    if (done) return decide(allowed ? 'granted' : 'denied');
    if (!allowed) return;
    done = true;
    action();
  };
  look();
  required.forEach((type) => {
    addConsentListener(type, look);
  });
  // The answer may never come, so the page must not wait for it.
  if (!done) tell(true, 'waits for consent to ' + required.join(', '));
};

if (data.tagType === 'denied') return deny();
if (data.tagType === 'load') return whenGranted(start);
if (data.tagType === 'flush') return whenGranted(flush);
if (data.tagType === 'signUp') {
  const contact = readContact();
  return whenGranted(() => reportSignUp(contact));
}
const order = readOrder();
if (order) whenGranted(() => reportOrder(order));
