/** Usercentrics V2. */
import type { ConsentRecipe } from './recipe.js'

export const USERCENTRICS_2: ConsentRecipe = {
  name: 'usercentrics-2',
  platform: 'Usercentrics V2',
  signs: ['app.usercentrics.eu'],
  script: `{
  const hear = () => {
    const services = window.UC_UI?.getServicesBaseInfo?.() ?? []
    if (!window.ringup?.consent || services.length === 0) return false
    const marketing = services.filter(({ categorySlug }) => categorySlug === 'marketing')
    const isAnswered = services.some(({ consent }) => consent.history?.some(({ type }) => type === 'explicit'))
    if (marketing.length > 0 && marketing.every(({ consent }) => consent.status)) ringup.consent('granted')
    else if (isAnswered) ringup.consent('denied')
  }
  for (const name of ['UC_UI_INITIALIZED', 'UC_UI_CMP_EVENT']) addEventListener(name, hear)
  ;(function look(tries) {
    if (hear() === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}`,
  yours: { name: 'marketing', where: 'It is the slug of your category.' },
  expect: 'Yes: all services of the category marketing are accepted. No: the shopper has answered without them.',
  source: {
    pages: [
      'https://docs.usercentrics.com/cmp_browser_sdk/3.1.0/interfaces/Consent.html',
      'https://docs.usercentrics.com/cmp_browser_sdk/2.1.0-beta.0/interfaces/consenthistory.html',
      'https://github.com/elbwalker/walkerOS (packages/web/sources/cmps/usercentrics/src/lib/v2.ts)',
    ],
    read: '25 November 2026',
  },
}
