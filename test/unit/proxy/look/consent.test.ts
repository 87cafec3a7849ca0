/** Promise: `ringup check --page` names the page's consent banner, and warns when the tag does not wait for its answer. */
import { expect, test } from 'vitest'
import { quote } from '../../../../src/contract/tag.js'
import { lookAtConsent } from '../../../../src/proxy/look/consent.js'
import { readHtml } from '../../../../src/proxy/look/read-html.js'
import { findTags } from '../../../../src/proxy/look/read-tag.js'

const BANNER = '<script src="https://consent.cookiebot.com/uc.js"></script>'
const MODE = "<script>gtag('consent', 'default', {})</script>"
const LAYER = `{"read":"layer(consent,update).ad_user_data","has":"granted"}`

test.each<[page: string, attributes: string, finding: string | undefined]>([
  ['<p>consent.cookiebot.com</p>', '', undefined],
  [
    BANNER,
    '',
    'warning The page has Cookiebot, and the tag does not wait for consent. The set-up page writes data-consent.',
  ],
  [BANNER, 'data-consent="required"', 'ok The page has Cookiebot, and the tag waits for ringup.consent().'],
  [
    BANNER,
    `data-consent='{"read":"Cookiebot.consent.marketing"}'`,
    'ok The page has Cookiebot, and the tag listens to Cookiebot.',
  ],
  [
    BANNER,
    `data-consent='{"read":"OnetrustActiveGroups","has":"C0004"}'`,
    'warning The page has Cookiebot, and the tag’s data-consent listens to something else. The set-up page writes data-consent.',
  ],
  [
    MODE,
    `data-data-layer="layer" data-consent=${quote(LAYER)}`,
    'ok The page has Google Consent Mode, and the tag listens to Google Consent Mode.',
  ],
])('%s with a tag with %s: %s', (page, attributes, sentence) => {
  const html = readHtml(`${page}<script src="/ringup/ringup.js" ${attributes}></script>`)
  const [tag] = findTags(html, new URL('https://shop.example/'))
  const findings = tag ? [...lookAtConsent(html, tag)] : []
  expect(findings.map(({ as, sentence }) => `${as} ${sentence}`)).toEqual(sentence === undefined ? [] : [sentence])
})

test('settings served with the script count where the tag has none', () => {
  const html = readHtml(`${BANNER}<script src="/ringup/ringup.js"></script>`)
  const [tag] = findTags(html, new URL('https://shop.example/'))
  const served = { consent: { read: 'Cookiebot.consent.marketing' } }
  expect(tag && [...lookAtConsent(html, tag, served)]).toEqual([
    { as: 'ok', sentence: 'The page has Cookiebot, and the tag listens to Cookiebot.' },
  ])
})
