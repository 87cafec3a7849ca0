/** Sign-ups: a form that the shopper filled in, values that the shop's own code passes, or only the page's e-mail. */
import { type Example, email, signUp, user_data } from './example.js'
import { HONEYPOT_FORMS } from './honeypots.js'

const form = (fields: string) => ({ html: `<form>${fields}</form>` })

const ADDRESS = {
  address1: '12 Mill Lane',
  address2: 'Flat 2',
  city: 'London',
  state: 'Greater London',
  postal_code: 'W1',
  country: 'GB',
}

const everyField = {
  email,
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+442079460000',
  timezone: 'Europe/London',
  age: 36,
  gender: 'f',
  language: 'en',
  ...ADDRESS,
  birthdate: '1990-02-28',
  favourite_colour: 'blue',
}

export const CONTACTS: Example[] = [
  signUp('the smallest form', {
    page: form('<input type="email" name="EMAIL" value=" Ada@Example.com ">'),
    sent: { email },
  }),
  signUp('an address in a text field of any name, where no other field is the e-mail', {
    page: form(`<input name="newsletter_mail" value="${email}"><input name="Vorname" value="Ada">`),
    sent: { email, first_name: 'Ada' },
  }),
  signUp('a form as HubSpot embeds it', {
    page: form(`<input type="email" name="0-1/email" value="${email}"><input name="0-1/firstname" value="Ada">`),
    sent: { email, first_name: 'Ada' },
  }),
  signUp('a form with autocomplete tokens', {
    page: form(`<input name="your-mail" autocomplete="email" value="${email}">
        <input name="fn" autocomplete="given-name" value="Ada">
        <input name="ln" autocomplete="family-name" value="Lovelace">
        <input name="t" autocomplete="tel" value="+44 20 7946 0000">
        <input name="bd" type="date" autocomplete="bday" value="1990-12-10">
        <input name="l" autocomplete="language" value="en-GB">
        <input name="a1" autocomplete="shipping address-line1" value="12 Mill Lane">
        <input name="a2" autocomplete="shipping address-line2" value="Flat 2">
        <input name="c" autocomplete="shipping address-level2" value="London">
        <input name="s" autocomplete="shipping address-level1" value="Greater London">
        <input name="zip" autocomplete="shipping postal-code" value="W1">
        <input name="cc" autocomplete="shipping country" value="GB">`),
    sent: {
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+44 20 7946 0000',
      birthdate: '1990-12-10',
      language: 'en',
      ...ADDRESS,
    },
  }),
  signUp('a form with choices and a field of the shop’s own', {
    page: form(`<input name="email" value="${email}">
        <input type="radio" name="gender" value="female" checked><input type="radio" name="gender" value="male">
        <input type="checkbox" name="offers" value="weekly" checked><input type="checkbox" name="sms" value="yes">
        <input name="shoe_size" value="39"><textarea name="note"></textarea>`),
    sent: { email, gender: 'f', offers: 'weekly', shoe_size: '39' },
  }),
  signUp('every field of a contact, from the shop’s own code', { page: { passed: everyField }, sent: everyField }),
  signUp('without a contact, the e-mail that the page knows and nothing else of it', {
    page: { dataLayer: [['set', 'user_data', { ...user_data, phone_number: '+442079460000' }]] },
    sent: { email },
  }),
  signUp('without a contact, the e-mail that is marked', {
    page: { html: `<p>Hello <b data-ringup="email">${email}</b></p>` },
    sent: { email },
  }),
  signUp('without a contact, the e-mail that an adapter of the shop’s own knows', {
    page: {
      settings: { adapter: ({ kind, list }: Record<string, string>) => ({ email: `${kind}.${list}@example.com` }) },
    },
    sent: { email: 'addtolist.newsletter@example.com' },
  }),
  ...HONEYPOT_FORMS,
]
