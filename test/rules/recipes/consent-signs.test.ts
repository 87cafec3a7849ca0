/**
 * Promise: a consent platform is recognised by its makers' installation line, and no other platform is recognised in
 * that line.
 */
import { expect, test } from 'vitest'
import { findConsentPlatforms } from '../../../src/recipes/brief.js'
import { CONSENT_RECIPES, findConsentRecipe } from '../../../src/recipes/consent/index.js'
import { readBlock } from '../../support/readme.js'

test.each([
  ['cookiebot', '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js" data-cbid="0"></script>'],
  ['onetrust', '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>'],
  ['onetrust', '<script src="https://cookie-cdn.cookiepro.com/scripttemplates/otSDKStub.js"></script>'],
  ['usercentrics-3', '<script id="usercentrics-cmp" src="https://web.cmp.usercentrics.eu/ui/loader.js"></script>'],
  ['usercentrics-2', '<script src="https://app.usercentrics.eu/browser-ui/latest/loader.js"></script>'],
  ['cookieyes', '<script id="cookieyes" src="https://cdn-cookieyes.com/client_data/0/script.js"></script>'],
  ['complianz', '<script src="/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js"></script>'],
  ['borlabs', '<script src="/wp-content/plugins/borlabs-cookie/assets/javascript/borlabs-cookie.min.js"></script>'],
  ['didomi', '<script src="https://sdk.privacy-center.org/0/loader.js"></script>'],
  ['cookiefirst', '<script src="https://consent.cookiefirst.com/sites/shop.example-0/consent.js"></script>'],
  ['cookie-script', '<script src="https://cdn.cookie-script.com/s/0.js"></script>'],
  ['cookieconsent', '<script type="module" src="/cookieconsent.esm.js"></script>'],
  ['klaro', '<script defer src="https://cdn.kiprotect.com/klaro/v0.7/klaro.js"></script>'],
  ['tarteaucitron', '<script src="/tarteaucitron/tarteaucitron.min.js"></script>'],
  ['shopify', "<script>Shopify.loadFeatures([{ name: 'consent-tracking-api', version: '0.1' }])</script>"],
  ['wp-consent-api', '<script src="/wp-content/plugins/wp-consent-api/assets/js/wp-consent-api.min.js"></script>'],
  ['tcf', '<script>window.__tcfapi = function () {}</script>'],
  ['google-consent-mode', "<script>gtag('consent', 'default', { ad_user_data: 'denied' })</script>"],
])('a platform’s installation line: %s: %s', (name, line) => {
  expect(findConsentPlatforms(`<head>${line}</head>`).map((recipe) => recipe.name)).toEqual([name])
})

test('a banner comes before the standards that many banners use', () => {
  const source =
    "<script>gtag('consent', 'default', {})</script><script src='https://consent.cookiebot.com/uc.js'></script>"
  expect(findConsentPlatforms(source).map(({ name }) => name)).toEqual(['cookiebot', 'google-consent-mode'])
})

test('a page without a platform has none', () => {
  expect(findConsentPlatforms('<p>We use cookies. Consent is yours.</p>')).toEqual([])
})

test('each recipe is found only by its own name', () => {
  const found = CONSENT_RECIPES.map(({ name }) => findConsentRecipe(name))
  expect([found, findConsentRecipe('nobody')]).toEqual([CONSENT_RECIPES, undefined])
})

test('the guide’s tag has the recipe’s settings', () => {
  const [, json = ''] = /data-consent='(.*?)'/s.exec(readBlock('consent tag')) ?? []
  expect(findConsentRecipe('cookiebot')).toMatchObject({ places: JSON.parse(json) })
})

test('a recipe never closes the attribute that holds it', () => {
  const quoting = CONSENT_RECIPES.filter((recipe) => 'places' in recipe && /['<&]/.test(JSON.stringify(recipe.places)))
  expect(quoting).toEqual([])
})

test('the recipe contains the name that a shop may have to change', () => {
  const missing = CONSENT_RECIPES.filter((recipe) => {
    const text = 'script' in recipe ? recipe.script : JSON.stringify(recipe.places)
    return recipe.yours && !text.includes(recipe.yours.name)
  })
  expect(missing).toEqual([])
})
