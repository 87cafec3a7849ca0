/** What belongs into the sample, by source. */
import type { Source } from './choices.js'

const LAYER =
  'The source of the thank-you page, the lines that push to the data layer, or what JSON.stringify(dataLayer) prints in the browser’s console there. Scripts are never run: only literal values in them are read.'

export const HINTS: Record<Source, [label: string, hint: string]> = {
  ga4: ['Data layer, or the page’s HTML', LAYER],
  'universal-analytics': ['Data layer, or the page’s HTML', LAYER],
  'json-ld': [
    'HTML of the page, or the JSON-LD alone',
    'The source of the thank-you page. Its language decides how amounts are read.',
  ],
  attributes: [
    'HTML of the page, with its marks',
    'Put data-ringup on the elements here, until everything is found; then do the same in your template.',
  ],
  selectors: [
    'HTML of the page',
    'The source of the thank-you page, or the part with the order. Its language decides how amounts are read.',
  ],
  call: ['What convert() is called with', 'The object, as JSON or as in your script. Amounts passed are whole cents.'],
}
