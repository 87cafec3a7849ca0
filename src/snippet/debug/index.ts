/**
 * The debug panel, a bundle of its own: says in the page's corner what the snippet sees and why nothing was sent.
 *
 * It looks and changes nothing: it sends no request, writes to no storage, patches no function of the page, and shows no
 * e-mail address. It finds out by itself; the snippet only loads it.
 */
import { openPanel } from './panel.js'

openPanel(import.meta.url)
