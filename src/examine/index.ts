/**
 * The debug panel, a bundle of its own: says in the page's corner what the snippet sees and why nothing was sent.
 *
 * It changes nothing on the page and patches no function. It sends a request only if a button is pressed, or if a set-up page that has
 * opened this tab verifies it. It stores two words in sessionStorage if the address asks for the panel. It shows no e-mail address.
 */
import { openPanel } from './panel/index.js'

openPanel(import.meta.url)
