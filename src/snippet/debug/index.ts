/**
 * The debug panel, a bundle of its own: says in the page's corner what the snippet sees and why nothing was sent.
 *
 * It looks and changes nothing: it sends no request, writes to no storage, patches no function of the page, and shows no
 * e-mail address. It finds out by itself; the snippet only loads it.
 */
import { config } from 'zod/mini'

// Schemas try `new Function` when they are made, which a strict page's policy would report as a violation.
config({ jitless: true })
// Only then, and in the same file: the bundle keeps what an import() names until it is asked for.
void import('./panel.js').then(({ openPanel }) => openPanel(import.meta.url))
