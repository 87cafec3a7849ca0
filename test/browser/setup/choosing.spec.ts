/** Promise: who names a shop system, or does not know, comes to a tag that works; each platform gets what belongs there. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readSnippetFiles } from '../../../src/proxy/run/snippet-files.js'
import { RECIPES } from '../../../src/recipes/index.js'
import { toAttributes } from '../../../src/recipes/tag.js'
import { readBlock, readNames } from '../../support/readme.js'
import { expect, test } from '../../support/setup.js'
import { test as demoTest } from '../../support/shop.js'

const toUrl = (path: string) => new URL(`../../../${path}`, import.meta.url)

const push = (entry: object) => `<script>dataLayer.push(${JSON.stringify(entry)})</script>`
const ORDER = { transaction_id: 'A-1', value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99 }] }

test('the first question is the shop system; nothing else is asked before it is answered', async ({ setup, page }) => {
  await setup.open('system=')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Which shop system?'])
  await page.getByRole('radio', { name: /^Another, or I don’t know/ }).check()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Which shop system?',
    'Shop and proxy',
    'Your thank-you page',
    'Paste this',
    'The sign-up form',
    'On the server',
    'Is it working?',
  ])
})

test.describe('with a recipe no more is needed than the endpoint', () => {
  // One of each kind; the texts of all are unit-tested.
  const kinds = [
    RECIPES[0],
    RECIPES.find(({ templateLine }) => templateLine),
    RECIPES.find((each) => 'script' in each),
  ].filter((recipe) => recipe !== undefined)
  for (const recipe of kinds) {
    test(recipe.name, async ({ setup, page }) => {
      await setup.open(`system=${recipe.name}`)
      await page.getByLabel('Endpoint').fill('https://shop.example/api/orders')
      await expect.poll(() => setup.text('Script tag')).toContain('src="/api/orders/ringup-')
      const tag = await setup.text('Script tag')
      expect(toAttributes(recipe).filter(([name]) => !tag.includes(`${name}=`))).toEqual([])
      await expect(page.locator('.expect')).toContainText(recipe.expect.replaceAll('`', ''))
      await expect(page.locator('#template-line-text')).toHaveText(
        recipe.templateLine ? [recipe.templateLine.line] : [],
      )
    })
  }

  test('and a page of that shop may be tried', async ({ setup, page }) => {
    await setup.open('system=woocommerce-classic')
    await setup.trySample(readFileSync(toUrl('test/recipes/woocommerce-classic.html'), 'utf8'))
    await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'good')
    await setup.trySample('<p>Thank you')
    await expect(page.locator('#verdict')).toHaveText(/^The recipe finds no order on this page\./)
  })
})

test.describe('who does not know', () => {
  test('sees what every source has, and the best is chosen', async ({ setup, page }) => {
    await setup.open()
    await setup.trySample(
      `<html lang="en">${push({ event: 'purchase', ecommerce: { transaction_id: 'A-1' } })}
      <script type="application/ld+json">${JSON.stringify({ '@type': 'Order', orderNumber: 'J-1', price: 5, customer: { email: 'ada@example.com' } })}</script>`,
    )
    await expect(page.getByRole('radio', { name: /^Data layer/ })).toHaveAccessibleName(
      /Number A-1 Value not found Items not found E-mail not found/,
    )
    const jsonLd = page.getByRole('radio', { name: /^JSON-LD/ })
    await expect(jsonLd).toHaveAccessibleName(/Number J-1 Value 5\.00 .*E-mail ada@example\.com/)
    await expect(jsonLd).toBeChecked()
    await expect.poll(() => setup.text('Script tag')).toContain('data-adapter="json-ld"')
    await page.getByRole('radio', { name: /^Data layer/ }).check()
    await expect.poll(() => setup.text('Script tag')).not.toContain('data-adapter')
  })

  test('gets the event that the order came with', async ({ setup }) => {
    await setup.open()
    await setup.trySample(push({ event: 'order_done', user_data: { email: 'ada@example.com' }, ecommerce: ORDER }))
    await expect.poll(() => setup.text('Script tag')).toContain('data-convert-on="order_done"')
  })
})

test.describe('a missing e-mail comes first', () => {
  test('with the places that have one, and the line to copy', async ({ setup, page }) => {
    await setup.open()
    await setup.trySample(
      `<p>Sent to <b class="mail">lea@example.com</b></p>${push({ event: 'purchase', shopper: { mail: 'lea@example.com' }, ecommerce: ORDER })}`,
    )
    const panel = page.getByRole('region', { name: 'First of all: the customer’s e-mail address' })
    await expect(panel.getByRole('listitem').locator('code')).toHaveText([
      'data-email="shopper.mail"',
      'data-email=".mail"',
    ])
    await panel.getByRole('button', { name: 'Use it: data-email="shopper.mail"' }).click()
    await expect(panel).toBeHidden()
    await expect(page.locator('#verdict')).toHaveText(/It would be sent\. No problems\.$/)
    expect(await setup.text('Script tag')).toContain('data-email="shopper.mail"')
  })

  test('and where the page has none, with a line for the template', async ({ setup, page }) => {
    await setup.open()
    await setup.trySample(push({ event: 'purchase', ecommerce: ORDER }))
    await expect(page.locator('#email-line')).toHaveText('<span hidden data-ringup="email">you@example.com</span>')
  })
})

test('an invalid name of the list offers nothing to copy that has it', async ({ setup, page }) => {
  await setup.open('list=My%20list')
  await expect(page.getByText('Mend the list’s name in step 2 first.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Copy: Settings of the proxy' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy: Attribute of the sign-up form' })).toHaveCount(0)
  await expect(page.locator('pre', { hasText: 'My list' })).toHaveCount(0)
})

test('texts forget what was pasted for another shop system', async ({ setup, page }) => {
  await setup.open()
  await setup.useExample()
  await page.locator('#use-form-example').click()
  await expect.poll(() => setup.text('Settings of the proxy')).toContain('favourite_tea')
  expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain('shipping')
  await page.getByRole('radio', { name: /^Shopify/ }).check()
  await expect.poll(() => setup.text('Settings of the proxy')).not.toContain('favourite_tea')
  expect(await setup.text('Entry for PCI DSS 6.4.3')).not.toMatch(/shipping|favourite_tea/)
})

test('Shopify’s proxy takes events of every address the shop is opened under', async ({ setup, page }) => {
  await setup.open('system=shopify')
  await page.getByLabel('Address at Shopify').fill('tea.myshopify.com')
  await expect
    .poll(() => setup.text('Settings of the proxy'))
    .toContain('RINGUP_ORIGINS=https://shop.example,https://tea.myshopify.com')
})

test('a panel for whoever asks is offered, and the last step says where to look', async ({ setup, page }) => {
  await setup.open()
  await page.getByLabel('A panel for whoever asks').check()
  await expect.poll(() => setup.text('Script tag')).toContain('data-debug="ask"')
  const working = page.getByRole('region', { name: 'Is it working?' })
  await expect(working).toContainText('add ?ringup-debug to the address of the thank-you page')
  await expect(
    working.getByRole('button', { name: 'Copy: npm run ringup -- check --page https://shop.example/' }),
  ).toBeVisible()
})

/** Of the selectors' form. */
const toField = (page: Page, name: string) => page.locator(`[id="${name}"]`)

test.describe('selectors', () => {
  const sample = `<html lang="en"><p>Order <b id="no">W-1</b></p>
    <ul><li class="line" data-sku="MUG-1"><i>Mug</i> <b>€12.99</b></li><li class="line" data-sku="TEA-7"><i>Tea</i> <b>€11.00</b></li></ul>`

  test('each says what it names, until it is right', async ({ setup, page }) => {
    await setup.open('source=selectors')
    await setup.trySample(sample)
    const [number, each, id] = [
      toField(page, 'cart.order_number'),
      toField(page, 'each'),
      toField(page, 'item.product_id'),
    ] as const
    await number.fill('#order')
    await expect(number).toHaveAccessibleDescription('Nothing in the sample.')
    await number.fill('#no..')
    await expect(number).toHaveAccessibleDescription('This is no CSS selector.')
    await number.fill('#no')
    await expect(number).toHaveAccessibleDescription('1 element: “W-1”')
    await each.fill('li.line')
    await expect(each).toHaveAccessibleDescription(/^2 elements: “Mug/)
    await id.fill('@data-sku')
    await expect(id).toHaveAccessibleDescription('2 elements: “MUG-1”')
  })

  test('what they name is marked in the preview', async ({ setup, page }) => {
    await setup.open('source=selectors&cart.order_number=%23no&each=li.line&item.price=b')
    await setup.trySample(sample)
    const marked = page.frameLocator('#preview').locator('[data-found]')
    await expect(marked).toHaveText(['W-1', /Mug/, '€12.99', /Tea/, '€11.00'])
  })

  test('there are suggestions for what is in the sample', async ({ setup, page }) => {
    await setup.open('source=selectors&each=li.line')
    await setup.trySample(sample)
    await expect(page.locator('#cart-suggestions option[value="#no"]')).toHaveText('W-1')
    await expect(page.locator('#row-suggestions option[value="li.line"]')).toHaveText('2 elements')
    await expect(page.locator('#item-suggestions option[value="@data-sku"]')).toHaveText('MUG-1')
  })

  test('one click on a product brings its row, and what is in it; another the order number', async ({
    setup,
    page,
  }) => {
    await setup.open('source=selectors')
    await setup.trySample(sample.replace('</p>', ' for <i id="who">ada@example.com</i></p>'))
    const preview = page.frameLocator('#preview')
    await preview.getByText('Tea', { exact: true }).click()
    await page.getByRole('button', { name: 'These are the items' }).click()
    await expect(toField(page, 'each')).toHaveValue('li.line')
    await expect(toField(page, 'item.product_id')).toHaveValue('@data-sku')
    await expect(page.locator('#verdict')).toContainText('2 items')
    for (const [text, meaning, mark] of [
      ['W-1', 'Order number', 'order_number'],
      ['ada@example.com', 'E-mail address', 'email'],
    ] as const) {
      await preview.getByText(text).click()
      await expect(page.getByRole('heading', { name: `“${text}”` })).toBeVisible()
      await page.getByLabel('Of the order it is').selectOption(meaning)
      await expect(preview.locator(`[data-found=${mark}]`)).toHaveText(text)
    }
    await expect(page.locator('#verdict')).toHaveText('Found: order W-1, 2 items. It would be sent. No problems.')
    expect(await setup.sent()).toMatchObject({
      email: 'ada@example.com',
      cart_items: [
        { product_id: 'MUG-1', name: 'Mug', price: 1299 },
        { product_id: 'TEA-7', name: 'Tea', price: 1100 },
      ],
    })
  })

  test('the order is found by them', async ({ setup, page }) => {
    await setup.open('source=selectors')
    await setup.useExample()
    await expect(page.locator('#verdict')).toHaveText(/^Found: order T-1042, 41\.97, 2 items\./)
    await toField(page, 'cart.cart_value').fill('.nowhere')
    await expect(page.locator('#verdict')).toHaveText('Found: order T-1042, 2 items. It would be sent. No problems.')
    expect(await setup.problems()).toEqual([expect.stringMatching(/^The page would wait for what is missing, 30 s/)])
  })

  test('they are written into the tag', async ({ setup }) => {
    await setup.open('source=selectors&cart.order_number=%23no&each=li.line&item.product_id=%40data-sku')
    const [, json = ''] = /data-selectors='(.*?)'/s.exec(await setup.text('Script tag')) ?? []
    expect(JSON.parse(json)).toEqual({ order_number: '#no', items: { each: 'li.line', product_id: '@data-sku' } })
  })
})

test('a sign-up form shows what would be read, and the proxy’s settings let it through', async ({ setup, page }) => {
  await setup.open()
  await page.locator('#use-form-example').click()
  await expect(page.locator('#sign-up-verdict')).toHaveText('3 fields would be read for the list newsletter.')
  await expect(page.locator('#sign-up-problems')).toContainText('not marked yet: add data-add-to-list="newsletter"')
  await expect(page.locator('#sign-up-problems')).toContainText(
    '“b_0a1b2c3d4e5f_60718293a4” looks like a trap for robots',
  )
  await expect(page.getByRole('region', { name: 'The sign-up', exact: true })).not.toContainText('password')
  expect(await setup.text('Settings of the proxy')).toContain(
    'RINGUP_LISTS={"newsletter":{"id":"42","fields":["first_name","favourite_tea"]}}',
  )
})

test('a mistake in an address is said at the field', async ({ setup, page }) => {
  await setup.open()
  const origin = page.getByLabel('The shop’s address')
  await origin.fill('shop.example')
  await expect(origin).toHaveAttribute('aria-invalid', 'true')
  await expect(origin).toHaveAccessibleDescription(/^An origin such as https:\/\/shop\.example/)
  await setup.useExample() // which is tried all the same
  await origin.fill('https://tea.example')
  await expect(origin).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://tea.example/ringup')
})

test.describe('each platform gets what belongs there', () => {
  test('Google Tag Manager: the template’s fields, and no hash, which it cannot give', async ({ setup, page }) => {
    await setup.open('system=tag-manager&consent=required')
    expect(await setup.text('What to do there')).toContain(
      'Import in the menu at the top right: dist/gtm/web/template.tpl',
    )
    expect(await setup.text('What to do there')).toContain('Tag type: Load on every page\n')
    expect(await setup.text('What to do there')).toContain('Trigger: Initialization - All Pages\n')
    expect(await setup.text('What to do there')).toContain('Injects scripts: https://shop.example/ringup/* in place')
    expect(await setup.text('What to do there')).toContain('Script address: https://shop.example/ringup/ringup.js\n')
    expect(await setup.text('What to do there')).toContain('Consent required: ad_user_data')
    expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain('not checked by the browser')
    await expect(page.getByRole('region', { name: 'Script tag' })).toBeHidden()
    // A sign-up is a tag's, too: a form that is marked would be reported twice.
    await expect(page.getByRole('region', { name: 'Attribute of the sign-up form' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'The sign-up form' })).toBeHidden()
    expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain('of a sign-up, the variables that its tag names.')
  })

  test('Google Tag Manager with the script on the page: a tag with its hash', async ({ setup }) => {
    await setup.open('system=tag-manager&onPage=yes')
    expect(await setup.text('What to do there')).toContain('Where the script comes from: It is already on the page\n')
    expect(await setup.text('Script tag')).toContain('integrity="sha384-')
    expect(await setup.text('Script tag')).not.toContain('data-convert-on')
    expect(await setup.text('Attribute of the sign-up form')).toBe('data-add-to-list="newsletter"')
  })

  test('Shopify: the theme’s line, the pixel’s settings, a subdomain, and frames without an origin', async ({
    setup,
    page,
  }) => {
    await setup.open('system=shopify')
    expect(await setup.text('Line for the theme')).toBe(
      `{% render 'ringup', endpoint: 'https://events.shop.example/ringup', list: 'newsletter' %}`,
    )
    expect(await setup.text('Settings of the pixel')).toContain(`endpoint: 'https://events.shop.example/ringup'`)
    expect(await setup.text('Settings of the proxy')).toContain('RINGUP_ALLOW_OPAQUE_ORIGIN=1')
    expect(await setup.text('What to do there')).toContain('Permission Not required.')
    await expect(page.getByRole('region', { name: 'The sign-up form' })).toBeHidden()
    await page.getByLabel('Wait for consent').check()
    await expect.poll(() => setup.text('What to do there')).toContain('Permission Required, with Marketing ticked.')
    await page.getByLabel('Endpoint').fill('https://shop.example/ringup')
    await expect(page.getByLabel('Endpoint')).toHaveAccessibleDescription(/use a subdomain/)
  })
})

test('the inventory’s entry names what was found, the hash and the one host', async ({ setup }) => {
  await setup.open('endpoint=https://events.shop.example/ringup')
  await setup.useExample()
  const { file, integrity } = await readSnippetFiles(toUrl('dist/ringup.js'))
  const entry = await setup.text('Entry for PCI DSS 6.4.3')
  expect(entry).toContain(`https://events.shop.example/ringup/${file}.`)
  expect(entry).toContain(`Integrity: ${integrity}; checked by the browser`)
  const [, order = '', item = ''] = /Of an order: (.*?), of each item (.*?);/.exec(entry) ?? []
  expect(order.split(', ').sort()).toEqual(
    'e-mail address, order_number, cart_value, promo, tax, shipping, currency, cart_item_count'.split(', ').sort(),
  )
  expect(item.split(', ')).toEqual(expect.arrayContaining(['product_id', 'name', 'price', 'item_qty', 'qty_price']))
  expect(entry).toContain('Hosts contacted: events.shop.example (the proxy), and no other.')
})

test.describe('the inventory’s entry says how a new version comes', () => {
  for (const [hash, change] of [
    ['system=other', 'a new name and a new hash'],
    ['system=tag-manager&onPage=yes', 'a new name and a new hash'],
    ['system=tag-manager', 'under the same address'],
    ['system=shopify', 'under the same address'],
  ] as const) {
    test(hash, async ({ setup }) => {
      await setup.open(hash)
      expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain(change)
    })
  }
})

test('every choice that goes into the tag is a setting that the snippet knows', async ({ setup, page }) => {
  await setup.open('source=data-layer&endpoint=https://events.shop.example/ringup&dataLayer=layer&consent=required')
  await page.getByText('More settings of the tag').click()
  const details = page.locator('#reading-details')
  await page.getByLabel('A panel for whoever asks').check()
  for (const input of await details.getByRole('textbox').all()) await input.fill('customer.email')
  for (const select of await details.getByRole('combobox').all()) await select.selectOption({ index: 1 })
  const known = readNames('attribute of the tag')
  await expect.poll(() => setup.text('Script tag')).toContain('data-decimal')
  const named = (await setup.text('Script tag')).match(/data-[a-z-]+/g) ?? []
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the line before the tag is the README’s', async ({ setup }) => {
  await setup.open('source=call')
  expect(await setup.text('Line before the tag')).toBe(readBlock('stub'))
})

test('choices are in the address and survive a reload, samples do not', async ({ setup, page }) => {
  await setup.open()
  await page.getByRole('radio', { name: /^JSON-LD/ }).check()
  await page.getByLabel('The shop’s address').fill('https://tea.example')
  await page.getByLabel('Wait for consent').check()
  await setup.useExample()
  await expect(page).toHaveURL(/#source=json-ld|source=json-ld/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^JSON-LD/ })).toBeChecked()
  await expect(page.getByLabel('The shop’s address')).toHaveValue('https://tea.example')
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://tea.example/ringup')
  await expect(page.getByLabel('Wait for consent')).toBeChecked()
  await expect(page.locator('#sample')).toHaveValue('')
})

demoTest('the demo serves it, with links to shop and inspector', async ({ shop, page }) => {
  await shop.open('/setup')
  await expect(page.getByRole('heading', { name: 'Set up Ringup' })).toBeVisible()
  await page.getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('link', { name: 'Set-up' }).click()
  await expect(page.getByRole('heading', { name: 'Set up Ringup' })).toBeVisible()
})
