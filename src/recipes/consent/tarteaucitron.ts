/** tarteaucitron.js. */
import type { ConsentRecipe } from './recipe.js'

export const TARTEAUCITRON: ConsentRecipe = {
  name: 'tarteaucitron',
  platform: 'tarteaucitron',
  signs: ['tarteaucitron'],
  places: {
    // Undefined until the shopper has answered.
    read: 'tarteaucitron.state.ringup',
    on: ['ringup_added', 'ringup_loaded', 'ringup_allowed', 'ringup_disallowed'],
  },
  yours: {
    name: 'ringup',
    where:
      'It is the key of a service that you add: `tarteaucitron.services.ringup = { key: "ringup", type: "ads", name: "Ringup", needConsent: true, cookies: [], js() {} }`, and `tarteaucitron.job.push("ringup")`.',
  },
  expect: 'Yes and no: the shopper’s choice for this service.',
  source: { pages: ['https://github.com/AmauriC/tarteaucitron.js (1.34.0)'], read: 'November 2026' },
}
