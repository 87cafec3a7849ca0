/**
 * The examiner, a bundle of its own: a bar on the shop's page shows the order that Ringup finds there, and lets a person point at the rest.
 *
 * It changes nothing on the page and patches no function. It sends a request only if a button is pressed, here or on the set-up page that has
 * opened this tab. It stores two words in sessionStorage if the address asks for the bar, and the selectors that a person makes. It shows no e-mail address.
 */
import { openPanel } from './panel/index.js'

openPanel(import.meta.url)
