/** Sign-ups in the forms of newsletter services, by their names for the customer's fields. */
import { type Example, email, signUp } from './example.js'

const whole = { email, first_name: 'Ada', last_name: 'Lovelace' }

/** A form whose fields have no autocomplete token and no type. */
const form = (fields: Record<string, string>) => ({
  html: `<form>${Object.entries(fields)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join('')}</form>`,
})

const named = (first: string, last: string) => form({ EMAIL: email, [first]: 'Ada', [last]: 'Lovelace' })

export const NEWSLETTER_FORMS: Example[] = [
  signUp('Brevo in French', {
    page: named('PRENOM', 'NOM'),
    sent: whole,
    from: 'https://github.com/mailin-api/mailin-api-java/issues/5',
  }),
  signUp('Brevo in French, with accents', { page: named('Prénom', 'Nom'), sent: whole }),
  signUp('Brevo in Spanish', { page: named('NOMBRE', 'APELLIDOS'), sent: whole }),
  signUp('Brevo in Italian', { page: named('NOME', 'COGNOME'), sent: whole }),
  signUp('Brevo in German', { page: named('VORNAME', 'NACHNAME'), sent: whole }),
  signUp('Brevo in Portuguese', { page: named('NOME', 'SOBRENOME'), sent: whole }),
  signUp('MailWizz', { page: named('FNAME', 'LNAME'), sent: whole }),
  signUp('rapidmail', {
    page: form({ email, firstname: 'Ada', lastname: 'Lovelace', gender: 'female' }),
    sent: { ...whole, gender: 'f' },
    from: 'https://github.com/wp-plugins/rapidmail-newsletter-software/blob/d514734a19ae08da4c02856ee8caa538ff42175c/subscription_form.php',
  }),
  signUp('Get a Newsletter', {
    page: form({ email, first_name: 'Ada', last_name: 'Lovelace' }),
    sent: whole,
    from: 'https://api.getanewsletter.com/v3/docs/subscription_forms/',
  }),
  signUp('Keap, formerly Infusionsoft', {
    page: form({
      inf_field_FirstName: 'Ada',
      inf_field_LastName: 'Lovelace',
      inf_field_Email: email,
      inf_field_StreetAddress1: '12 Mill Lane',
      inf_field_City: 'London',
    }),
    sent: { ...whole, address1: '12 Mill Lane', city: 'London' },
    from: 'https://github.com/ProgressiveRenewal/progress16/issues/117',
  }),
  signUp('Infusionsoft before 2012', {
    page: form({ Contact0FirstName: 'Ada', Contact0LastName: 'Lovelace', Contact0Email: email }),
    sent: whole,
  }),
  signUp('iContact', {
    page: form({ fields_fname: 'Ada', fields_lname: 'Lovelace', fields_email: email }),
    sent: whole,
  }),
  signUp('iContact’s form designer', {
    page: form({ 'data[email]': email }),
    sent: { email },
    from: 'https://github.com/shenneman1/jeffersonl/blob/b580242752f119b5f941f5aebcea4344f316637a/wp-content/themes/bedstone/inc-icontact-popup.php',
  }),
  signUp('Mailster', {
    page: form({ 'userdata[email]': email, 'userdata[firstname]': 'Ada', 'userdata[lastname]': 'Lovelace' }),
    sent: whole,
  }),
  signUp('GetResponse, which has the whole name in one field', {
    page: form({ name: 'Ada Lovelace', email }),
    sent: { email, name: 'Ada Lovelace' },
  }),
  signUp('a form whose address has soft hyphens, copied from a page', {
    page: form({ EMAIL: 'hon\u00adza@ju\u00adni\u00ador.example' }),
    sent: { email: 'honza@junior.example' },
    from: 'https://github.com/lycheeverse/lychee/issues/1474',
  }),
  signUp('a form whose e-mail field has turned the domain into ASCII', {
    page: form({ EMAIL: 'ada@xn--kse-qla.example' }),
    sent: { email: 'ada@xn--kse-qla.example' },
    from: 'https://github.com/ansman/validate.js/issues/87',
  }),
  signUp('a form in Dutch', {
    page: form({ customer_email: email, voornaam: 'Ada', achternaam: 'Lovelace' }),
    sent: whole,
  }),
  signUp('a form in Polish', {
    page: form({ billing_email: email, imie: 'Ada', nazwisko: 'Lovelace' }),
    sent: whole,
  }),
]
