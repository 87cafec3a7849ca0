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
  "displayName": "Ringup",
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
  "description": "Reports orders and sign-ups to the shop’s own Ringup proxy, which stores each before it answers and forwards it to the marketing API. Reads the GA4 data layer or variables, and waits for consent.",
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
        "value": "order",
        "displayValue": "Order"
      },
      {
        "value": "signUp",
        "displayValue": "Sign-up"
      }
    ],
    "simpleValueType": true,
    "defaultValue": "order"
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
            "help": "The event that fires this tag, as the page has pushed it."
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
        "help": "With the GA4 data layer: only if it is not its transaction_id."
      },
      {
        "type": "TEXT",
        "name": "email",
        "displayName": "E-mail",
        "simpleValueType": true,
        "help": "A variable. Leave it empty if the page says it as user_data.email in the data layer."
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
        ]
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
    "help": "The tag waits until all of these are granted, then reports once. With none it reports at once.",
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
const makeString = require('makeString');
const makeTableMap = require('makeTableMap');
const setInWindow = require('setInWindow');

const CONSENT_TYPES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage',
  'functionality_storage', 'personalization_storage', 'security_storage'];

/** What the script has taken over, or an earlier page has already had: nothing is left for this tag to do. */
const DONE = ['accepted', 'queued', 'duplicate'];

const log = (sentence) => {
  if (data.debug) logToConsole('Ringup: ' + sentence);
};

// Tag Manager is told once, whatever comes first: the outcome, or that the script cannot be had.
let told = false;
const tell = (succeeded, sentence) => {
  log(sentence);
  if (told) return;
  told = true;
  if (succeeded) data.gtmOnSuccess();
  else data.gtmOnFailure();
};

const onOutcome = (outcome) => {
  const problems = outcome.problems.map((problem) => problem.field + ' (' + problem.code + ')');
  const because = outcome.reason ? ', ' + outcome.reason : '';
  const about = problems.length > 0 ? '; could not read ' + problems.join(', ') : '';
  tell(DONE.indexOf(outcome.status) >= 0, outcome.kind + ' is ' + outcome.status + because + about);
};

// ---- What is reported. Read at once: the page's next push may be `ecommerce: null`.

// Version 1 is the value as it was pushed. Version 2 would mix it with what earlier events have left there.
const readLayer = (key) => copyFromDataLayer(key, 1);

const isObject = (value) => getType(value) === 'object';

/** What was pushed as GA4 or Universal Analytics has it, or given to gtag(); with an order number rather than without. */
const readEcommerce = () => {
  const found = [readLayer('ecommerce'), readLayer('eventModel')].filter(isObject);
  const numbered = found.filter((each) => each.transaction_id || each.purchase);
  // Where the page itself fires the tag (gtm.js, gtm.dom, gtm.load), items alone are of some earlier event.
  const isEvent = makeString(readLayer('event')).indexOf('gtm.') !== 0;
  return numbered[0] || (isEvent ? found[0] : undefined);
};

/** Amounts stay as they are, in decimals: the script makes cents of them, here as on every page. */
const readVariables = () => ({
  transaction_id: data.orderNumber,
  value: data.value,
  coupon: data.coupon,
  currency: data.currency,
  items: data.items
});

const readOrder = () => {
  const fromVariables = data.source === 'variables';
  const order = {
    email: data.email,
    cart_data: makeTableMap(data.additionalKeys || [], 'name', 'value') || {},
    ecommerce: fromVariables ? readVariables() : readEcommerce(),
    signature: data.signature || undefined
  };
  if (!fromVariables && data.orderNumber) order.cart_data.order_number = data.orderNumber;
  // Without it the script looks for the order on the page, and finds the customer itself.
  if (order.ecommerce) ['user_data', 'user_properties'].forEach((key) => {
    if (!order.ecommerce[key]) order.ecommerce[key] = readLayer(key);
  });
  return order;
};

const readContact = () => {
  const contact = makeTableMap(data.fields || [], 'name', 'value') || {};
  contact.email = data.contactEmail;
  return contact;
};

const isSignUp = data.tagType === 'signUp';
const read = isSignUp ? readContact() : readOrder();

// ---- Reporting it.

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

const hasLoaded = () => copyFromWindow('ringup.version');

/** Where the script looks for its settings, unless the page has left some already. */
const leaveSettings = () => {
  const settings = {};
  if (data.endpoint) settings.endpoint = data.endpoint;
  if (data.debug) settings.debug = 'ask'; // the panel, when the page's address asks for it
  if (data.endpoint || data.debug) setInWindow('ringup', settings);
};

const report = () => {
  const injects = data.script === 'inject' && !hasLoaded();
  if (injects) leaveSettings();

  if (isSignUp) createCall('addToList')(data.list, read, { signature: data.signature || undefined }, onOutcome);
  else createCall('convert')(read, onOutcome);

  if (injects) injectScript(data.scriptUrl, () => {
    if (!hasLoaded()) tell(false, data.scriptUrl + ' is not the script');
  }, () => {
    tell(false, data.scriptUrl + ' cannot be loaded');
  }, data.scriptUrl);
};

// ---- Consent.

const required = CONSENT_TYPES.filter((type) => data['consent_' + type]);
let reported = false;

/** Given the type that has just changed, if any. */
const reportOnce = (changed, granted) => {
  const isGranted = (type) => type === changed ? granted : isConsentGranted(type);
  if (reported || !required.every(isGranted)) return;
  reported = true;
  report();
};

reportOnce();
if (!reported) {
  required.forEach((type) => {
    addConsentListener(type, reportOnce);
  });
  // The answer may never come, and nothing on the page should wait for it.
  tell(true, 'waits for consent to ' + required.join(', '));
}


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
                "string": "https://*/*"
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
                "string": "ecommerce"
              },
              {
                "type": 1,
                "string": "event"
              },
              {
                "type": 1,
                "string": "eventModel"
              },
              {
                "type": 1,
                "string": "user_data"
              },
              {
                "type": 1,
                "string": "user_properties"
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

    assertThat(steps[0]).isEqualTo('read ecommerce');
    assertThat(steps.slice(-2)).isEqualTo(['call convert', 'inject']);
    assertThat(script.url).isEqualTo('https://shop.example/ringup/ringup.js');
    assertThat(script.token).isEqualTo(script.url);
- name: A later push of ecommerce null does not hide the order
  code: |-
    granted = {};
    runCode(tag);
    layer.ecommerce = null;
    change('ad_user_data', true);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-1');
- name: An order of gtag() is found in its event model
  code: |-
    layer = { event: 'purchase', eventModel: { transaction_id: 'T-2', value: 5 } };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-2');
- name: An event model with an order number goes before what an earlier event has left
  code: |-
    layer = { ecommerce: { items: [{ item_id: 'OLD' }] }, eventModel: { transaction_id: 'T-3' } };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-3');
    assertThat(calls[0].args[0].ecommerce.items).isUndefined();
- name: A purchase of Universal Analytics is handed over too
  code: |-
    layer = { ecommerce: { purchase: { actionField: { id: 'UA-1', revenue: '5.00' } } }, eventModel: { items: [] } };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.purchase.actionField).isEqualTo({ id: 'UA-1', revenue: '5.00' });
- name: The customer of the event goes with the order
  code: |-
    layer.user_properties = { email: 'else@example.com' };
    runCode(tag);

    assertThat(calls[0].args[0].email).isUndefined();
    assertThat(calls[0].args[0].ecommerce.user_data).isEqualTo({ email: 'ada@example.com' });
    assertThat(calls[0].args[0].ecommerce.user_properties).isEqualTo({ email: 'else@example.com' });
- name: A customer within the order goes before the one of the page
  code: |-
    layer.ecommerce = { transaction_id: 'T-4', user_data: { email: 'grace@example.com' } };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.user_data).isEqualTo({ email: 'grace@example.com' });
- name: Without an order in the data layer the script is left to look for it
  code: |-
    layer = { ecommerce: 'none' };
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce).isUndefined();
    assertThat(script.url).isDefined();
- name: Fired by the page, the tag takes an order with a number, whichever event has left it
  code: |-
    layer.event = 'gtm.load';
    runCode(tag);

    assertThat(calls[0].args[0].ecommerce.transaction_id).isEqualTo('T-1');
- name: Fired by the page, the tag does not take items that some event has left
  code: |-
    layer = { event: 'gtm.load', ecommerce: { items: [{ item_id: 'OLD' }] } };
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertThat(calls[0].args[0].ecommerce).isUndefined();
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
    assertThat(steps).doesNotContain('read ecommerce');
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
    assertApi('copyFromDataLayer').wasNotCalled();
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
- name: The endpoint waits for the script as its setting
  code: |-
    tag.endpoint = 'https://api.shop.example/ringup';
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({ endpoint: 'https://api.shop.example/ringup' });
- name: Debugging waits for the script as a setting that only the page's address turns on
  code: |-
    tag.debug = true;
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({ debug: 'ask' });
- name: Without anything to say to the script nothing is left for it
  code: |-
    runCode(tag);

    assertThat(calls).hasLength(1);
    assertApi('setInWindow').wasNotCalled();
- name: Settings that the page has made stay
  code: |-
    globals.ringup = { endpoint: '/events' };
    tag.endpoint = 'https://api.shop.example/ringup';
    runCode(tag);

    assertThat(globals.ringup).isEqualTo({ endpoint: '/events' });
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
    change('ad_user_data', false);
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
  let layer = { event: 'purchase', ecommerce: ORDER, user_data: { email: 'ada@example.com' } };
  let granted = { ad_user_data: true };
  let globals = {};

  // What the tag did.
  let steps = [];
  let calls = [];
  let listeners = [];
  let script = {};

  mock('copyFromDataLayer', (key, version) => {
    if (version !== 1) fail('Version 2 merges ' + key + ' with what earlier events have left.');
    steps.push('read ' + key);
    return layer[key];
  });
  mock('isConsentGranted', (type) => granted[type] === true);
  mock('addConsentListener', (type, listener) => {
    listeners.push({ type: type, listener: listener });
  });
  mock('copyFromWindow', (path) => globals[path]);
  mock('setInWindow', (path, value, overrideExisting) => {
    if (globals[path] !== undefined && !overrideExisting) return false;
    globals[path] = value;
    return true;
  });
  mock('callInWindow', (path, a, b, c, d) => {
    if (path.slice(-5) === '.push') globals[path.slice(0, -5)].push(a);
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

  // The shopper decides.
  const change = (type, isGranted) => {
    granted[type] = isGranted;
    listeners.forEach((each) => {
      if (each.type === type) each.listener(type, isGranted);
    });
  };


___NOTES___

The tag does its own waiting for consent: leave "Additional consent checks" at "Not set".

Tag Manager is told of success when the order or sign-up was accepted, is kept in the browser, or was accepted
before; and when the tag begins to wait for consent, for the answer may never come. It is told of failure when
the script cannot be loaded or refuses what it was given. Where the script is said to be on the page and is not,
it is told nothing.

access_globals convert, addToList: the script's two functions; .q, .q.push: their queues until it has loaded.
access_globals ringup: its settings before it has loaded; ringup.version: whether it has.
inject_script: the shop's own domain, which nobody knows here. Narrow it to yours.
