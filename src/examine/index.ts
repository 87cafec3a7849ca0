/**
 * The debug panel, a bundle of its own: says in the page's corner what the snippet sees and why nothing was sent.
 *
 * It looks and changes nothing by itself: unless a button is pressed it sends no request. It writes one word to sessionStorage, if the
 * address asks for the panel. It patches no function of the page, and shows no e-mail address. The snippet only loads it.
 */
import { openPanel } from './panel/index.js'

openPanel(import.meta.url)
