// @vitest-environment happy-dom
/** Promise: an address of the set-up page holds what was chosen and nothing that was pasted, and fills the form in again. */
import { beforeEach, describe, expect, test } from 'vitest'
import { fillForm, readChoices, toHash } from '../../../demo/setup/choices.js'

let form: HTMLFormElement
beforeEach(() => {
  document.body.innerHTML = `<form>
    <input type="radio" name="platform" value="script-tag" checked><input type="radio" name="platform" value="shopify">
    <input name="origin" value=""><input name="endpoint"><input name="list">
    <input type="checkbox" name="consent" value="yes">
    <select name="source"><option value="ga4"></option><option value="call"></option></select>
    <input name="each"><input name="cart.order_number"><input name="item.price">
    <textarea>ada@example.com</textarea><input value="pasted, without a name">
  </form>`
  form = document.forms[0] as HTMLFormElement
})

const set = (name: string, value: string) => {
  const control = form.elements.namedItem(name) as HTMLInputElement
  control.value = value
}

describe('what the form says', () => {
  test('has slashes at the end of addresses taken off, and spaces around', () => {
    set('origin', ' https://shop.example/ ')
    set('endpoint', 'https://shop.example/ringup//')
    expect(readChoices(form)).toMatchObject({ origin: 'https://shop.example', endpoint: 'https://shop.example/ringup' })
  })

  test('is the usual where nothing was said', () => {
    expect(readChoices(form)).toMatchObject({
      platform: 'script-tag',
      source: 'ga4',
      dataLayer: 'dataLayer',
      event: 'purchase',
      consent: '',
      selectors: { cart: {}, each: '', item: {} },
    })
  })

  test('has the selectors that were filled in, by field', () => {
    for (const [name, selector] of [
      ['cart.order_number', '#no'],
      ['each', 'tr'],
      ['item.price', '.price'],
    ] as const)
      set(name, selector)
    expect(readChoices(form).selectors).toEqual({
      cart: { order_number: '#no' },
      each: 'tr',
      item: { price: '.price' },
    })
  })
})

describe('the address', () => {
  test('is empty for the form as it is', () => {
    expect(toHash(form)).toBe('')
  })

  test('has what was changed, and no sample', () => {
    set('list', 'newsletter')
    ;(form.elements.namedItem('consent') as HTMLInputElement).checked = true
    expect(toHash(form)).toBe('list=newsletter&consent=yes')
  })

  test('fills the form in as it was, and passes over what the form does not know', () => {
    fillForm(form, '#platform=shopify&list=tea&consent=yes&source=call&other=1')
    expect(readChoices(form)).toMatchObject({ platform: 'shopify', list: 'tea', consent: 'required', source: 'call' })
  })
})
