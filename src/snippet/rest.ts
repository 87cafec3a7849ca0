/** What a smaller build of the script may lack, as a module of its own: imported when a page asks for it. */
export { reportKept } from './call/kept.js'
export { gatherSignUp } from './call/sign-up.js'
export { readJsonLd, readJsonOrders } from './gather/json-ld.js'
export { readNamed } from './gather/named.js'
export { readSelector } from './gather/selector.js'
export { watchConsentPlatform } from './watch/consent-platform.js'
export { watchForms } from './watch/forms.js'
export { watchPage } from './watch/page.js'
