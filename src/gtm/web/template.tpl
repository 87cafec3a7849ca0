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
  "displayName": "Ringup Orders and Sign-Ups Tag",
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
  "description": "Reports your orders and newsletter sign-ups to your marketing system. None is lost when a page is closed or a network fails. Reads the GA4 data layer, the page or your variables, and waits for consent. You need the Ringup proxy under your own domain. Setup and support: see the documentation linked on this page.",
  "containerContexts": [
    "WEB"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "SELECT",
    "name": "tagType",
    "displayName": "Tag type",
    "macrosInSelect": false,
    "selectItems": [
      {
        "value": "load",
        "displayValue": "Load on every page"
      },
      {
        "value": "order",
        "displayValue": "Order"
      },
      {
        "value": "signUp",
        "displayValue": "Sign-up"
      },
      {
        "value": "denied",
        "displayValue": "Consent denied"
      },
      {
        "value": "flush",
        "displayValue": "Flush"
      }
    ],
    "simpleValueType": true,
    "defaultValue": "order",
    "alwaysInSummary": true,
    "help": "Load on every page: on Initialization - All Pages; it sends what an earlier page has left. Consent denied: erases what this browser keeps. Flush: sends what waits now."
  },
  {
    "type": "GROUP",
    "name": "scriptGroup",
    "displayName": "Script",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "RADIO",
        "name": "script",
        "displayName": "Where the script comes from",
        "radioItems": [
          {
            "value": "inject",
            "displayValue": "This tag loads it",
            "subParams": [
              {
                "type": "TEXT",
                "name": "scriptUrl",
                "displayName": "Script address",
                "simpleValueType": true,
                "valueHint": "https://www.shop.example/ringup/ringup.js",
                "help": "Where the proxy serves the script, under the shop’s own domain. Without an endpoint below it has to be exactly the origin of the page.",
                "valueValidators": [
                  {
                    "type": "NON_EMPTY",
                    "errorMessage": "Where is the script?"
                  },
                  {
                    "type": "REGEX",
                    "args": [
                      "^https://[^/]+/.+"
                    ],
                    "errorMessage": "A whole address is needed, and it begins with https://"
                  }
                ]
              },
              {
                "type": "TEXT",
                "name": "endpoint",
                "displayName": "Endpoint",
                "simpleValueType": true,
                "valueHint": "https://www.shop.example/ringup",
                "help": "Where the proxy takes events. Leave it empty when the script is on the origin of the page: then it is the script’s own folder."
              },
              {
                "type": "SELECT",
                "name": "adapter",
                "displayName": "Where the script looks for an order",
                "macrosInSelect": false,
                "selectItems": [
                  {
                    "value": "",
                    "displayValue": "Everywhere"
                  },
                  {
                    "value": "data-layer",
                    "displayValue": "Data layer"
                  },
                  {
                    "value": "json-ld",
                    "displayValue": "JSON-LD"
                  },
                  {
                    "value": "dom",
                    "displayValue": "Marked elements"
                  }
                ],
                "simpleValueType": true,
                "defaultValue": "",
                "help": "Only for orders that come from the page."
              },
              {
                "type": "SELECT",
                "name": "decimal",
                "displayName": "Decimal sign of amounts that are text",
                "macrosInSelect": false,
                "selectItems": [
                  {
                    "value": "",
                    "displayValue": "By the language of the page"
                  },
                  {
                    "value": ".",
                    "displayValue": "."
                  },
                  {
                    "value": ",",
                    "displayValue": ","
                  }
                ],
                "simpleValueType": true,
                "defaultValue": "",
                "help": "With it 1.299 is one number, and not two possible ones."
              },
              {
                "type": "SELECT",
                "name": "cartValue",
                "displayName": "Value of the cart",
                "macrosInSelect": false,
                "selectItems": [
                  {
                    "value": "",
                    "displayValue": "What the page calls the order’s value"
                  },
                  {
                    "value": "items",
                    "displayValue": "Sum of the items"
                  }
                ],
                "simpleValueType": true,
                "defaultValue": "",
                "help": "The sum is price × quantity over all items, whatever else is said of the value."
              },
              {
                "type": "SELECT",
                "name": "persist",
                "displayName": "What the browser keeps",
                "macrosInSelect": false,
                "selectItems": [
                  {
                    "value": "",
                    "displayValue": "Events until they are delivered"
                  },
                  {
                    "value": "none",
                    "displayValue": "Nothing"
                  }
                ],
                "simpleValueType": true,
                "defaultValue": "",
                "help": "With nothing kept, an event that is not delivered at once goes with the page."
              }
            ]
          },
          {
            "value": "page",
            "displayValue": "It is already on the page"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "inject"
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "orderGroup",
    "displayName": "Order",
    "groupStyle": "NO_ZIPPY",
    "enablingConditions": [
      {
        "paramName": "tagType",
        "paramValue": "order",
        "type": "EQUALS"
      }
    ],
    "subParams": [
      {
        "type": "RADIO",
        "name": "source",
        "displayName": "Where the order comes from",
        "radioItems": [
          {
            "value": "ga4",
            "displayValue": "GA4 data layer",
            "help": "The event that fires this tag, as the page has pushed it: its own order, never an earlier event’s.",
            "subParams": [
              {
                "type": "CHECKBOX",
                "name": "withoutNumber",
                "checkboxText": "Report orders without an order number too",
                "simpleValueType": true,
                "help": "Nothing can tell two such orders, or one reported twice, from each other."
              }
            ]
          },
          {
            "value": "variables",
            "displayValue": "Variables",
            "subParams": [
              {
                "type": "TEXT",
                "name": "value",
                "displayName": "Value",
                "simpleValueType": true,
                "help": "In the currency’s own unit, with decimals, as GA4 has it: 19.99."
              },
              {
                "type": "TEXT",
                "name": "coupon",
                "displayName": "Coupon",
                "simpleValueType": true
              },
              {
                "type": "TEXT",
                "name": "currency",
                "displayName": "Currency",
                "simpleValueType": true
              },
              {
                "type": "TEXT",
                "name": "items",
                "displayName": "Items",
                "simpleValueType": true,
                "help": "A variable that is a list in GA4’s form: item_id, item_name, price, quantity, item_category …"
              }
            ]
          },
          {
            "value": "page",
            "displayValue": "The page",
            "help": "The script looks for it: data layer, JSON-LD, marked elements. For tags that fire on page events."
          }
        ],
        "simpleValueType": true,
        "defaultValue": "ga4"
      },
      {
        "type": "TEXT",
        "name": "orderNumber",
        "displayName": "Order number",
        "simpleValueType": true,
        "help": "With the GA4 data layer: only if it is not its transaction_id.",
        "alwaysInSummary": true
      },
      {
        "type": "TEXT",
        "name": "email",
        "displayName": "E-mail",
        "simpleValueType": true,
        "help": "A variable. Leave it empty if the event says it as user_data.email."
      },
      {
        "type": "TEXT",
        "name": "emailPath",
        "displayName": "Path of the e-mail",
        "simpleValueType": true,
        "valueHint": "orderData.customer.billing.email",
        "help": "Where the data layer has it, as names joined by dots: in the event, or else in the latest push before it.",
        "valueValidators": [
          {
            "type": "REGEX",
            "args": [
              "^([^\\s.{}]+(\\.[^\\s.{}]+)*)?$"
            ],
            "errorMessage": "Names joined by dots, and no variable"
          }
        ]
      },
      {
        "type": "TEXT",
        "name": "dataLayerName",
        "displayName": "Name of the data layer",
        "simpleValueType": true,
        "valueHint": "dataLayer",
        "help": "Only if the container is installed with another name. Add that name to the template’s permission Accesses global variables, too."
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
        "newRowButtonText": "Add a row",
        "help": "Of the whole order. They travel as text; cart_value, cart_item_count, promo and return_url are the API’s own, with cart_value in whole cents."
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "signUpGroup",
    "displayName": "Sign-up",
    "groupStyle": "NO_ZIPPY",
    "enablingConditions": [
      {
        "paramName": "tagType",
        "paramValue": "signUp",
        "type": "EQUALS"
      }
    ],
    "subParams": [
      {
        "type": "TEXT",
        "name": "list",
        "displayName": "List",
        "simpleValueType": true,
        "valueHint": "newsletter",
        "help": "Its public name in the proxy’s settings.",
        "valueValidators": [
          {
            "type": "NON_EMPTY",
            "errorMessage": "Which list?"
          }
        ],
        "alwaysInSummary": true
      },
      {
        "type": "TEXT",
        "name": "contactEmail",
        "displayName": "E-mail",
        "simpleValueType": true,
        "help": "A variable.",
        "valueValidators": [
          {
            "type": "NON_EMPTY",
            "errorMessage": "Which variable has the address?"
          }
        ]
      },
      {
        "type": "SIMPLE_TABLE",
        "name": "fields",
        "displayName": "Fields",
        "simpleTableColumns": [
          {
            "defaultValue": "",
            "displayName": "Field",
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
        "newRowButtonText": "Add a row",
        "help": "first_name, last_name, city … and any custom field. The proxy lets through what its settings allow for this list."
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "consentGroup",
    "displayName": "Consent required",
    "groupStyle": "ZIPPY_OPEN",
    "help": "The tag waits until all of these are granted, and tells the script when one is taken back. With none it does not wait. A type that nobody has set counts as granted: have your consent banner set its default to denied before Initialization.",
    "subParams": [
      {
        "type": "CHECKBOX",
        "name": "consent_ad_storage",
        "checkboxText": "ad_storage",
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
        "type": "CHECKBOX",
        "name": "consent_analytics_storage",
        "checkboxText": "analytics_storage",
        "simpleValueType": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_functionality_storage",
        "checkboxText": "functionality_storage",
        "simpleValueType": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_personalization_storage",
        "checkboxText": "personalization_storage",
        "simpleValueType": true
      },
      {
        "type": "CHECKBOX",
        "name": "consent_security_storage",
        "checkboxText": "security_storage",
        "simpleValueType": true
      }
    ],
    "enablingConditions": [
      {
        "paramName": "tagType",
        "paramValue": "load",
        "type": "EQUALS"
      },
      {
        "paramName": "tagType",
        "paramValue": "order",
        "type": "EQUALS"
      },
      {
        "paramName": "tagType",
        "paramValue": "signUp",
        "type": "EQUALS"
      },
      {
        "paramName": "tagType",
        "paramValue": "flush",
        "type": "EQUALS"
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "moreGroup",
    "displayName": "More",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "TEXT",
        "name": "signature",
        "displayName": "Signature",
        "simpleValueType": true,
        "help": "A variable with what the shop’s server has signed for this customer, if the proxy asks for it."
      },
      {
        "type": "CHECKBOX",
        "name": "debug",
        "checkboxText": "Say in the console what became of it",
        "simpleValueType": true,
        "help": "In Tag Manager’s preview only. Names of fields and reasons, never a customer’s data."
      }
    ]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

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

/** What the script has taken over, or an earlier page has already had: nothing is left for this tag to do. */
const DONE = ['accepted', 'queued', 'duplicate', 'held'];

const log = (sentence) => {
  logToConsole('Ringup: ' + sentence);
};

// Tag Manager is told once, whatever comes first: the outcome, or that the script cannot be had.
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

// ---- What is reported. Read at once: the page's next push may be `ecommerce: null`.

const isObject = (value) => getType(value) === 'object';

/**
 * The entries of the data layer up to the event that fires this tag, the latest first. What Tag Manager itself answers
 * for a key may be of any earlier event. All of them where the event is none of them, as gtag()'s are.
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

/** By its names, joined by dots. */
const readPath = (entry, path) => path.split('.').reduce((each, name) => isObject(each) ? each[name] : undefined, entry);

const isNumbered = (ecommerce) => ecommerce.transaction_id || ecommerce.purchase;

/** The event's own order, as GA4 or Universal Analytics has it, with the customer beside it. */
const findOrder = (entries) => {
  const own = (entries || [])[0];
  const isOwn = own && own['gtm.uniqueEventId'] === copyFromDataLayer('gtm.uniqueEventId');
  // gtag()'s arguments, where the sandbox copies them, have what was given behind a command.
  if (isOwn && own[0] !== 'event') {
    if (isObject(own.ecommerce)) return own;
    // As gtag() itself pushes it.
    if (isObject(own.eventModel))
      return { ecommerce: own.eventModel, user_data: own.user_data, user_properties: own.user_properties };
    // Some pages push the order first, and then the event.
    return entries.filter((entry) => !entry.event && isObject(entry.ecommerce) && isNumbered(entry.ecommerce))[0];
  }
  // What gtag() was given is the event's own; of another data layer only a number tells an order from any other cart.
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
  // From the page: the script looks for it.
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

/** Where the script looks for a setting. One that the page has made stays; what is no object there, an element perhaps, does not. */
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
    persist: data.persist,
    debug: data.debug ? 'ask' : '' // the panel, when the page's address asks for it
  };
  for (const name in settings) if (settings[name]) leaveSetting(name, settings[name]);
};

let decision;
/** What the page had as the script's setting `consent` before this tag held all back. */
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

// ---- What the tag does.

/** The script's function, or a queue that it works off when it has loaded. */
const createCall = (name) => {
  const call = createArgumentsQueue(name, name + '.q');
  if (call) return call;
  // Something that is no function has the name, an element with this id for instance.
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

/** Does it once, as soon as all that is required is granted; and tells the script of what is taken back. */
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
  // The answer may never come, and nothing on the page should wait for it.
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


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_user_data"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_personalization"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "security_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
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
  },
  {
    "instance": {
      "key": {
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "convert"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "convert.q"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "convert.q.push"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "addToList"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "addToList.q"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "addToList.q.push"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.version"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.endpoint"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.adapter"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.decimal"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.value"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.persist"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.debug"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.consent"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ringup.flush"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "dataLayer"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
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
  },
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://*/ringup/*"
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
  },
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
            "string": "debug"
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
        "publicId": "read_data_layer",
        "versionId": "1"
      },
      "param": [
        {
          "key": "allowedKeys",
          "value": {
            "type": 1,
            "string": "specific"
          }
        },
        {
          "key": "keyPatterns",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "eventModel"
              },
              {
                "type": 1,
                "string": "gtm.uniqueEventId"
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
- name: The order is handed over whole, its amounts as the page has them
  code: |-
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertThat(calls[0].name).isEqualTo('convert');
    assertThat(calls[0].args[0].ecommerce.value).isEqualTo(19.99);
    assertThat(calls[0].args[0].ecommerce.items).isEqualTo(ORDER.items);
    assertApi('createArgumentsQueue').wasCalledWith('convert', 'convert.q');
- name: The data layer is read before the script is asked for
  code: |-
    runCode(tag);

    assertThat(steps[0]).isEqualTo('read dataLayer');
    assertThat(steps.slice(-2)).isEqualTo(['call convert', 'inject']);
    assertThat(script.url).isEqualTo('https://shop.example/ringup/ringup.js');
    assertThat(script.token).isEqualTo(script.url);
- name: A later push of ecommerce null does not hide the order
  code: |-
    granted = {};
    runCode(tag);
    globals.dataLayer = [{ ecommerce: null }];
    change('ad_user_data', true);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-1');
- name: An order of gtag() is found in its event model
  code: |-
    gtag({ transaction_id: 'T-2', value: 5 });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-2');
    assertThat(calls[0].args[0].ecommerce.user_data).isUndefined();
- name: An event model that was pushed with the event is found there
  code: |-
    push({ event: 'purchase', eventModel: { transaction_id: 'T-8' }, user_data: { email: 'grace@example.com' } });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-8');
    assertThat(calls[0].args[0].ecommerce.user_data).isEqualTo({ email: 'grace@example.com' });
- name: An order of gtag() is found in its event model, too, where its arguments can be read
  code: |-
    push({ '0': 'event', '1': 'purchase', '2': { transaction_id: 'T-9' } });
    eventModel = { transaction_id: 'T-9' };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-9');
- name: A purchase of Universal Analytics is handed over too
  code: |-
    push({ event: 'checkout', ecommerce: { purchase: { actionField: { id: 'UA-1', revenue: '5.00' } } } });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.purchase.actionField).isEqualTo({ id: 'UA-1', revenue: '5.00' });
- name: The customer of the event goes with the order
  code: |-
    PURCHASE.user_properties = { email: 'else@example.com' };
    runCode(tag);

    assertThat(calls[0].args[0].email).isUndefined();
    assertThat(calls[0].args[0].ecommerce.user_data).isEqualTo({ email: 'ada@example.com' });
    assertThat(calls[0].args[0].ecommerce.user_properties).isEqualTo({ email: 'else@example.com' });
- name: A customer within the order goes before the one of the event
  code: |-
    PURCHASE.ecommerce = { transaction_id: 'T-4', user_data: { email: 'grace@example.com' } };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.user_data).isEqualTo({ email: 'grace@example.com' });
- name: A second order on the page does not get the customer of the first
  code: |-
    push({ event: 'purchase', ecommerce: { transaction_id: 'T-5', value: 5 } });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-5');
    assertThat(calls[0].args[0].ecommerce.user_data).isUndefined();
- name: What an earlier event had in the cart is not the order of an event that has none
  code: |-
    push({ event: 'view_item', ecommerce: { value: 999, items: [{ item_id: 'SOFA', price: 999 }] } });
    push({ event: 'purchase' });
    runCode(tag);

    assertThat(calls).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('logToConsole').wasCalledWith('Ringup: the event has no order of its own');
- name: Nor is the order of an earlier event
  code: |-
    push({ event: 'purchase' });
    runCode(tag);

    assertThat(calls).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
- name: A later event's order is not this event's
  code: |-
    push({ event: 'purchase', ecommerce: { transaction_id: 'LATER' } });
    eventId = 1;
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-1');
- name: A numbered order pushed before its event is taken
  code: |-
    push({ ecommerce: { transaction_id: 'T-6' } });
    push({ event: 'purchase' });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-6');
- name: An order without a number is not reported
  code: |-
    PURCHASE.ecommerce = { value: 5 };
    runCode(tag);

    assertThat(calls).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('logToConsole').wasCalledWith('Ringup: the order has no number, and the tag is not set to report it without one');
- name: An order without a number is reported where the tag says so
  code: |-
    PURCHASE.ecommerce = { value: 5 };
    tag.withoutNumber = true;
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.value).isEqualTo(5);
- name: The number may be the tag's own
  code: |-
    PURCHASE.ecommerce = { value: 5 };
    tag.orderNumber = 'N-2';
    runCode(tag);

    assertThat(calls[0].args[0].cart_data).isEqualTo({ order_number: 'N-2' });
- name: From the page, the script is left to look for the order
  code: |-
    tag.source = 'page';
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce).isUndefined();
    assertThat(steps).doesNotContain('read dataLayer');
    assertThat(script.url).isDefined();
- name: A data layer that the template may not read is named, and gtag()'s numbered order is taken all the same
  code: |-
    tag.dataLayerName = 'shopLayer';
    gtag({ transaction_id: 'T-7' });
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-7');
    assertApi('logToConsole').wasCalledWith('Ringup: may not read shopLayer. Template, Permissions, Accesses global variables: add shopLayer, with Read.');
- name: Without the data layer an order of gtag() needs a number
  code: |-
    tag.withoutNumber = true;
    globals.dataLayer = undefined;
    gtag({ value: 999 });
    runCode(tag);

    assertThat(calls).isEmpty();
- name: The e-mail may stand at a path in the event
  code: |-
    PURCHASE.orderData = { customer: { billing: { email: 'grace@example.com' } } };
    tag.emailPath = 'orderData.customer.billing.email';
    runCode(tag);

    assertThat(calls[0].args[0].email).isEqualTo('grace@example.com');
- name: Or in the latest push before it
  code: |-
    globals.dataLayer = [];
    push({ orderData: { email: 'old@example.com' } });
    push({ orderData: { email: 'grace@example.com' } });
    push({ event: 'purchase', ecommerce: ORDER, orderData: 'none' });
    tag.emailPath = 'orderData.email';
    runCode(tag);

    assertThat(calls[0].args[0].email).isEqualTo('grace@example.com');
- name: A variable for the e-mail goes before its path
  code: |-
    tag.email = 'ada@example.com';
    tag.emailPath = 'event';
    runCode(tag);

    assertThat(calls[0].args[0].email).isEqualTo('ada@example.com');
- name: An order of variables keeps its decimals, and the data layer's order is not read
  code: |-
    tag.source = 'variables';
    tag.orderNumber = 'V-1';
    tag.value = '19.99';
    tag.coupon = 'SPRING';
    tag.currency = 'EUR';
    tag.items = ORDER.items;
    runCode(tag);

    const ecommerce = calls[0].args[0].ecommerce;
    assertThat(ecommerce.transaction_id).isEqualTo('V-1');
    assertThat(ecommerce.value).isEqualTo('19.99');
    assertThat(ecommerce.coupon).isEqualTo('SPRING');
    assertThat(ecommerce.currency).isEqualTo('EUR');
    assertThat(ecommerce.items).isEqualTo(ORDER.items);
    assertThat(steps).doesNotContain('read dataLayer');
- name: What the tag says of the order goes beside what was found
  code: |-
    tag.email = 'grace@example.com';
    tag.orderNumber = 'N-1';
    tag.additionalKeys = [{ name: 'store', value: 'Leeds' }, { name: 'gift', value: true }];
    tag.signature = '1800000000.x';
    runCode(tag);

    const order = calls[0].args[0];
    assertThat(order.email).isEqualTo('grace@example.com');
    assertThat(order.cart_data).isEqualTo({ store: 'Leeds', gift: true, order_number: 'N-1' });
    assertThat(order.signature).isEqualTo('1800000000.x');
- name: A sign-up names its list, its customer and the fields
  code: |-
    runCode(signUp);

    assertThat(calls).hasLength(1);
    assertThat(calls[0].name).isEqualTo('addToList');
    assertThat(calls[0].args[0]).isEqualTo('newsletter');
    assertThat(calls[0].args[1]).isEqualTo({ first_name: 'Ada', email: 'ada@example.com' });
    assertThat(calls[0].args[2].signature).isUndefined();
    assertApi('createArgumentsQueue').wasCalledWith('addToList', 'addToList.q');
    assertThat(steps).doesNotContain('read dataLayer');
- name: A signed sign-up carries its signature
  code: |-
    signUp.signature = '1800000000.y';
    runCode(signUp);

    assertThat(calls[0].args[2]).isEqualTo({ signature: '1800000000.y' });
- name: A script that is on the page is not loaded by the tag
  code: |-
    tag.script = 'page';
    tag.endpoint = 'https://shop.example/left-over';
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertThat(globals.ringup).isUndefined();
    assertApi('injectScript').wasNotCalled();
- name: A script that has loaded is not loaded again
  code: |-
    globals['ringup.version'] = '1.0.0';
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertApi('injectScript').wasNotCalled();
- name: The fields of the script wait for it as its settings
  code: |-
    tag.endpoint = 'https://api.shop.example/ringup';
    tag.adapter = 'json-ld';
    tag.decimal = ',';
    tag.cartValue = 'items';
    tag.persist = 'none';
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({});
    assertThat(globals['ringup.endpoint']).isEqualTo('https://api.shop.example/ringup');
    assertThat(globals['ringup.adapter']).isEqualTo('json-ld');
    assertThat(globals['ringup.decimal']).isEqualTo(',');
    assertThat(globals['ringup.value']).isEqualTo('items');
    assertThat(globals['ringup.persist']).isEqualTo('none');
- name: Debugging waits for the script as a setting that only the page's address turns on
  code: |-
    tag.debug = true;
    runCode(tag);

    assertThat(globals['ringup.debug']).isEqualTo('ask');
- name: Without anything to say to the script nothing is left for it
  code: |-
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertApi('setInWindow').wasNotCalled();
- name: A setting that the page has made stays
  code: |-
    globals.ringup = { endpoint: '/events' };
    globals['ringup.endpoint'] = '/events';
    tag.endpoint = 'https://api.shop.example/ringup';
    tag.debug = true;
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({ endpoint: '/events' });
    assertThat(globals['ringup.endpoint']).isEqualTo('/events');
    assertThat(globals['ringup.debug']).isEqualTo('ask');
- name: Something else of the settings' name does not stand in their way
  code: |-
    mock('copyFromWindow', (path) => path === 'ringup' ? undefined : globals[path]);
    globals.ringup = 'an element with this id';
    tag.endpoint = 'https://api.shop.example/ringup';
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({});
    assertThat(globals['ringup.endpoint']).isEqualTo('https://api.shop.example/ringup');
- name: A script that the template may not load is named, with what to add
  code: |-
    mock('queryPermission', (permission) => permission !== 'inject_script');
    runCode(tag);

    assertApi('injectScript').wasNotCalled();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('logToConsole').wasCalledWith('Ringup: may not load https://shop.example/ringup/ringup.js. Template, Permissions, Injects scripts: add it.');
- name: Loading on every page loads the script, and is a success when it is there
  code: |-
    runCode({ tagType: 'load', script: 'inject', scriptUrl: tag.scriptUrl });
    assertApi('gtmOnSuccess').wasNotCalled();
    globals['ringup.version'] = '1.0.0';
    script.onSuccess();

    assertApi('gtmOnSuccess').wasCalled();
    assertThat(calls).isEmpty();
- name: Where it is there already, nothing is loaded
  code: |-
    globals['ringup.version'] = '1.0.0';
    runCode({ tagType: 'load', script: 'inject', scriptUrl: tag.scriptUrl });

    assertApi('gtmOnSuccess').wasCalled();
    assertApi('injectScript').wasNotCalled();
- name: Loading waits for consent
  code: |-
    granted = {};
    runCode({ tagType: 'load', script: 'inject', scriptUrl: tag.scriptUrl, consent_ad_user_data: true });
    assertApi('injectScript').wasNotCalled();
    change('ad_user_data', true);

    assertApi('injectScript').wasCalled();
- name: Flush sends what waits
  code: |-
    globals['ringup.version'] = '1.0.0';
    runCode({ tagType: 'flush', script: 'page' });

    assertThat(told).isEqualTo(['ringup.flush']);
    assertApi('gtmOnSuccess').wasCalled();
- name: Without the script there is nothing to flush
  code: |-
    runCode({ tagType: 'flush', script: 'page' });

    assertThat(told).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
- name: Consent denied reaches the script
  code: |-
    globals['ringup.version'] = '1.0.0';
    runCode({ tagType: 'denied', script: 'page' });

    assertThat(told).isEqualTo(['ringup.consent denied']);
    assertApi('gtmOnSuccess').wasCalled();
- name: Consent denied before the script is there loads it, holds all back, and erases what was kept
  code: |-
    runCode({ tagType: 'denied', script: 'inject', scriptUrl: tag.scriptUrl });
    assertThat(globals['ringup.consent']).isEqualTo('required');
    globals['ringup.version'] = '1.0.0';
    script.onSuccess();

    assertThat(told).isEqualTo(['ringup.consent denied']);
    assertApi('gtmOnSuccess').wasCalled();
- name: Consent that is taken back reaches the script, and so does consent given again
  code: |-
    runCode(tag);
    globals['ringup.version'] = '1.0.0';
    change('ad_user_data', false);
    change('ad_user_data', true);

    assertThat(told).isEqualTo(['ringup.consent denied', 'ringup.consent granted']);
    assertThat(calls).hasLength(1);
- name: Consent taken back while the script is loading holds the order back, and then erases it
  code: |-
    runCode(tag);
    globals.ringup = {};
    change('ad_user_data', false);
    assertThat(globals['ringup.consent']).isEqualTo('required');
    globals['ringup.version'] = '1.0.0';
    script.onSuccess();

    assertThat(told).isEqualTo(['ringup.consent denied']);
- name: Given again before the script is there, it holds nothing back
  code: |-
    runCode(tag);
    change('ad_user_data', false);
    change('ad_user_data', true);

    assertThat(globals['ringup.consent']).isEqualTo('not-required');
- name: An order that the script holds is no failure
  code: |-
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'held', reason: 'prerendering', problems: [] });

    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: Without consent nothing is called or loaded, and the page does not wait
  code: |-
    granted = {};
    runCode(tag);

    assertApi('createArgumentsQueue').wasNotCalled();
    assertApi('setInWindow').wasNotCalled();
    assertApi('injectScript').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: Consent that is given later lets the order go, once
  code: |-
    granted = {};
    runCode(tag);
    change('ad_user_data', true);
    change('ad_user_data', true);

    assertThat(calls).hasLength(1);
    assertThat(steps.filter((step) => step === 'inject')).hasLength(1);
    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-1');
- name: A change to denied lets nothing go
  code: |-
    granted = {};
    runCode(tag);
    listeners[0].listener('ad_user_data', false);

    assertThat(calls).isEmpty();
- name: All types required have to be granted at the same time
  code: |-
    tag.consent_analytics_storage = true;
    runCode(tag);
    assertThat(calls).isEmpty();
    change('ad_user_data', false);
    change('analytics_storage', true);
    assertThat(calls).isEmpty();
    change('ad_user_data', true);

    assertThat(calls).hasLength(1);
- name: Any of the seven types can be required
  code: |-
    tag.consent_ad_storage = true;
    tag.consent_ad_personalization = true;
    tag.consent_analytics_storage = true;
    tag.consent_functionality_storage = true;
    tag.consent_personalization_storage = true;
    tag.consent_security_storage = true;
    runCode(tag);

    assertThat(listeners.map((each) => each.type)).isEqualTo(['ad_storage', 'ad_user_data', 'ad_personalization',
      'analytics_storage', 'functionality_storage', 'personalization_storage', 'security_storage']);
- name: With no type required nobody is asked
  code: |-
    granted = {};
    tag.consent_ad_user_data = false;
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertApi('isConsentGranted').wasNotCalled();
    assertApi('addConsentListener').wasNotCalled();
- name: An accepted order is a success, and not before it is accepted
  code: |-
    runCode(tag);
    assertApi('gtmOnSuccess').wasNotCalled();
    calls[0].args[1]({ kind: 'convert', status: 'accepted', problems: [] });

    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: An order that the browser keeps is a success
  code: |-
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'queued', reason: 'network', problems: [] });

    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: An order that was accepted before is a success
  code: |-
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'duplicate', reason: 'order_number', problems: [] });

    assertApi('gtmOnSuccess').wasCalled();
- name: A sign-up that is rejected is a failure
  code: |-
    runCode(signUp);
    calls[0].args[3]({ kind: 'addToList', status: 'rejected', reason: 'unknown_list', problems: [] });

    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
- name: An order that the script's own consent setting blocks is a failure
  code: |-
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'blocked', reason: 'denied', problems: [] });

    assertApi('gtmOnFailure').wasCalled();
- name: A script that cannot be loaded is a failure, told once
  code: |-
    runCode(tag);
    script.onFailure();
    assertApi('gtmOnFailure').wasCalled();
    calls[0].args[1]({ kind: 'convert', status: 'accepted', problems: [] });

    assertApi('gtmOnSuccess').wasNotCalled();
- name: Something else at the script's address is a failure
  code: |-
    runCode(tag);
    script.onSuccess();

    assertApi('gtmOnFailure').wasCalled();
- name: The script alone, loaded, is not yet a success
  code: |-
    runCode(tag);
    globals['ringup.version'] = '1.0.0';
    script.onSuccess();

    assertApi('gtmOnSuccess').wasNotCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: Where the order's function cannot be made a queue, the tag puts its own there
  code: |-
    mock('createArgumentsQueue', null);
    globals.convert = 'an element with this id';
    runCode(tag);

    assertThat(globals['convert.q']).hasLength(1);
    assertThat(globals['convert.q'][0][0].ecommerce.transaction_id).isEqualTo('T-1');
    globals['convert.q'][0][1]({ kind: 'convert', status: 'accepted', problems: [] });
    assertApi('gtmOnSuccess').wasCalled();
- name: So it does for a sign-up
  code: |-
    mock('createArgumentsQueue', null);
    runCode(signUp);

    assertThat(globals['addToList.q'][0].slice(0, 2)).isEqualTo(['newsletter', { first_name: 'Ada', email: 'ada@example.com' }]);
- name: Asked to, the tag says what became of the order, and nothing of the customer
  code: |-
    tag.debug = true;
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'rejected', reason: 'no_email', problems: [{ field: 'email', code: 'no_email' }] });

    assertApi('logToConsole').wasCalledWith('Ringup: convert is rejected, no_email; could not read email (no_email)');
- name: Not asked, it says nothing
  code: |-
    runCode(tag);
    calls[0].args[1]({ kind: 'convert', status: 'accepted', problems: [] });

    assertApi('logToConsole').wasNotCalled();
setup: |-
  const ORDER = { transaction_id: 'T-1', value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99, quantity: 1 }] };

  const tag = {
    tagType: 'order',
    script: 'inject',
    scriptUrl: 'https://shop.example/ringup/ringup.js',
    source: 'ga4',
    consent_ad_user_data: true
  };
  const signUp = {
    tagType: 'signUp',
    script: 'inject',
    scriptUrl: 'https://shop.example/ringup/ringup.js',
    list: 'newsletter',
    contactEmail: 'ada@example.com',
    fields: [{ name: 'first_name', value: 'Ada' }],
    consent_ad_user_data: true
  };

  // What the page has.
  const PURCHASE = { event: 'purchase', ecommerce: ORDER, user_data: { email: 'ada@example.com' } };
  let granted = { ad_user_data: true };
  let globals = { dataLayer: [] };
  let eventModel;
  let eventId = 0;

  // What the tag did.
  let steps = [];
  let calls = [];
  let listeners = [];
  let told = [];
  let script = {};

  mock('copyFromDataLayer', (key, version) => {
    if (key === 'gtm.uniqueEventId') return eventId;
    if (version !== 1) fail('Version 2 merges ' + key + ' with what earlier events have left.');
    return eventModel;
  });
  mock('isConsentGranted', (type) => granted[type] === true);
  mock('addConsentListener', (type, listener) => {
    listeners.push({ type: type, listener: listener });
  });
  mock('copyFromWindow', (path) => {
    if (path === 'dataLayer') steps.push('read ' + path);
    return globals[path];
  });
  mock('setInWindow', (path, value, overrideExisting) => {
    if (globals[path] !== undefined && !overrideExisting) return false;
    globals[path] = value;
    return true;
  });
  mock('callInWindow', (path, a, b, c, d) => {
    if (path.slice(0, 7) === 'ringup.') told.push(a ? path + ' ' + a : path);
    else if (path.slice(-5) === '.push') globals[path.slice(0, -5)].push(a);
    else globals[path](a, b, c, d);
  });
  mock('createArgumentsQueue', (name) => (a, b, c, d) => {
    steps.push('call ' + name);
    calls.push({ name: name, args: [a, b, c, d] });
  });
  mock('injectScript', (url, onSuccess, onFailure, token) => {
    steps.push('inject');
    script = { url: url, onSuccess: onSuccess, onFailure: onFailure, token: token };
  });

  // The page pushes; the last entry is the event that fires the tag.
  const push = (entry) => {
    eventId = eventId + 1;
    entry['gtm.uniqueEventId'] = eventId;
    globals.dataLayer.push(entry);
  };
  // What gtag() was given is no plain object, and no entry that a template can read.
  const gtag = (model) => {
    eventId = eventId + 1;
    eventModel = model;
  };
  push(PURCHASE);

  // The shopper decides.
  const change = (type, isGranted) => {
    granted[type] = isGranted;
    listeners.forEach((each) => {
      if (each.type === type) each.listener(type, isGranted);
    });
  };


___NOTES___

The tag does its own waiting for consent: leave "Additional consent checks" at "Not set". A type of consent that
nobody has set counts as granted.

Tag Manager is told of success when the order or sign-up was accepted, is kept in the browser, is held for consent or
until a prerendered page is shown, or was accepted before; and when the tag begins to wait for consent, for the answer
may never come. It is told of failure when the event has no order of its own, when the script cannot be loaded, or when
it refuses what it was given. An order for a script that is said to be on the page and is not is told nothing.

access_globals convert, addToList: the script's two functions; .q, .q.push: their queues until it has loaded.
access_globals ringup and what is in it: its settings before it has loaded; then version, consent() and flush().
access_globals dataLayer: what the event itself has. The keys of read_data_layer may be of an earlier event.
inject_script: only from a folder /ringup/, of any host. Narrow it to your own address, or name another folder.
