/** Usercentrics Web CMP V3. Its functions return promises. */
import type { ConsentRecipe } from './recipe.js'

export const USERCENTRICS_3: ConsentRecipe = {
  name: 'usercentrics-3',
  platform: 'Usercentrics V3',
  signs: ['web.cmp.usercentrics.eu'],
  script: `{
  const hear = async () => {
    const cmp = window.__ucCmp
    if (!window.ringup?.consent || !(await cmp?.isInitialized())) return false
    const { consent, categories } = await cmp.getConsentDetails()
    if (categories.marketing.state === 'ALL_ACCEPTED') ringup.consent('granted')
    else if (consent.type === 'EXPLICIT') ringup.consent('denied')
  }
  for (const name of ['UC_UI_INITIALIZED', 'UC_UI_CMP_EVENT']) addEventListener(name, hear)
  ;(async function look(tries) {
    if ((await hear()) === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}`,
  yours: { name: 'marketing', where: 'It is the slug of your category.' },
  expect: 'Yes: all services of the category marketing are accepted. No: the shopper has answered without them.',
  source: {
    pages: [
      'https://docs.usercentrics.com/cmp_v3/latest/',
      'https://github.com/elbwalker/walkerOS (packages/web/sources/cmps/usercentrics/src/lib/v3.ts)',
      'https://github.com/ryanbr/consent-rr (release v1.62.0: the answers of a live page)',
    ],
    read: '25 November 2026',
  },
}
