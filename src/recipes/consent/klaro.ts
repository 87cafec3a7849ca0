/** Klaro. */
import type { ConsentRecipe } from './recipe.js'

export const KLARO: ConsentRecipe = {
  name: 'klaro',
  platform: 'Klaro',
  signs: ['klaro'],
  script: `(function listen(tries) {
  if (!window.ringup?.consent || !window.klaro) return void (tries && setTimeout(listen, 500, tries - 1))
  const manager = klaro.getManager()
  const update = () => {
    // Reads the saved choice, not the dialog's switches.
    if (manager.confirmed) ringup.consent(manager.savedConsents.ringup ? 'granted' : 'denied')
  }
  manager.watch({ update })
  update()
})(20)`,
  yours: { name: 'ringup', where: 'It is the name of a service that you add to `services` in your configuration.' },
  expect: 'Yes and no: the choice that the shopper has saved for this service.',
  source: { pages: ['https://github.com/klaro-org/klaro-js (0.7.22)'], read: 'November 2026' },
}
