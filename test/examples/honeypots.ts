/** Sign-ups in forms with a field that only robots see, or with a field that only looks like one. */
import { type Example, email, signUp } from './example.js'

/** A form system's hidden field, which a robot or the browser's autofill has filled in. */
type Honeypot = [of: string, field: string, from: string]

const bot = (name: string, more = '') => `<input name="${name}" value="bot" ${more}>`
const NO_TAB = 'tabindex="-1" autocomplete="off"'
const GRAVITY = '.gform_validation_container { display: none !important; position: absolute !important; left: -9000px }'
const CLIPPED = 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)'

const HIDDEN: Honeypot[] = [
  [
    'Mailchimp’s embedded form',
    `<div style="position: absolute; left: -5000px" aria-hidden="true">${bot('b_0a1b2c3d4e5f_60718293a4', NO_TAB)}</div>`,
    'benjaminhoffman/gatsby-plugin-mailchimp#65',
  ],
  [
    'Mailchimp for WordPress',
    `<label style="display: none !important">For robots ${bot('_mc4wp_honeypot', NO_TAB)}</label>`,
    'ibericode/mailchimp-for-wordpress: includes/forms/class-form-element.php',
  ],
  ['Sendy', `<div style="display:none"><label>HP</label><br>${bot('hp')}</div>`, 'fossasia/fossasia.org#284'],
  ['Formspree', bot('_gotcha', 'style="display:none"'), 'help.formspree.io, "Honeypot spam filtering"'],
  [
    'Gravity Forms',
    `<style>${GRAVITY}</style><li class="gform_validation_container"><label>Comments</label>${bot('input_9')}</li>`,
    'gist.github.com/omurphy27/a6d0ada466142d89c772',
  ],
  [
    'Laravel, by Spatie',
    `<style>.__d-n { display: none }</style><div class="__d-n">${bot('my_name_3fG', NO_TAB)}</div>`,
    'spatie/laravel-honeypot: resources/views/honeypotFormFields.blade.php',
  ],
  [
    'Drupal',
    `<style>.honeypot-textfield { display: none !important }</style><p class="honeypot-textfield">${bot('homepage')}</p>`,
    'www.drupal.org/files/honeypot.module.patch',
  ],
  ['Contao', `<div style="display:none"><label>Robots</label>${bot('captcha_hp')}</div>`, 'contao/core-bundle#832'],
  [
    'Django',
    `<div style="opacity: 0; position: absolute; top: 0; height: 0; width: 0; z-index: -1">${bot('phonenumber')}</div>`,
    'jamesturk/django-honeypot: honeypot/templates/honeypot/honeypot_field.html',
  ],
  [
    'Kirby’s form blocks',
    `<p style="opacity: 0.001; position: absolute">${bot('website', 'type="search" aria-hidden="true" tabindex="1000"')}</p>`,
    'plain-solutions-gmbh/kirby-form-block-suite: snippets/blocks/formcore/hidden.php',
  ],
  ['PyPI’s registration', `<p aria-hidden="true">Confirm ${bot('confirm_mail_form')}</p>`, 'pypi/warehouse#3339'],
  ['a page, from sight alone', `<p style="visibility: hidden">${bot('website')}</p>`, 'pypi/warehouse#3339'],
]

/** Only their place, their size or the browser's own style hides them, so a page without layout shows them. */
const OUT_OF_SIGHT: Honeypot[] = [
  ['Netlify', `<p hidden><label>For robots ${bot('bot-field')}</label></p>`, 'gist.github.com/wittyprogramming'],
  [
    'powermail',
    `<p style="margin-left: -99999px; position: absolute">${bot('field[__hp]')}</p>`,
    'in2code-de/powermail',
  ],
  [
    'negative-captcha',
    `<div style="position: absolute; left: -2000px">${bot('name')}</div>`,
    'erik-megarad/negative-captcha#35',
  ],
  [
    'JetFormBuilder, of the type of an e-mail',
    `<div style="${CLIPPED}"><input type="email" name="email" autocomplete="off_yJ" value="bot@example.com"></div>`,
    'Crocoblock/suggestions#8406',
  ],
  [
    'Mozilla’s newsletter form',
    `<div style="position: absolute; top: -9999px; width: 1px; height: 1px">Fax ${bot('office_fax')}</div>`,
    'mozilla/bedrock#16406',
  ],
]

export const HONEYPOTS = [...HIDDEN, ...OUT_OF_SIGHT]

const field = `<input name="EMAIL" value="${email}">`

export const HONEYPOT_FORMS: Example[] = [
  ...HIDDEN.map(([of, honeypot, from]) =>
    signUp(`a form with the honeypot of ${of}`, {
      page: { html: `<form>${field}${honeypot}</form>` },
      sent: { email },
      from,
    }),
  ),
  signUp('a form in a dialog whose aria-hidden was left behind', {
    page: {
      html: `<div class="modal show" tabindex="-1" style="display: block" aria-hidden="true">
        <form>${field}<input name="FNAME" value="Ada"></form></div>`,
    },
    sent: { email, first_name: 'Ada' },
    from: 'twbs/bootstrap#41005',
  }),
  signUp('an address whose digits pass for a card', {
    page: { html: '<form><input type="email" name="email" value="4111111111111111@example.com"></form>' },
    sent: { email: '4111111111111111@example.com' },
  }),
  signUp('a choice that select2 has replaced', {
    page: {
      html: `<form>${field}<select name="country" class="select2-hidden-accessible" tabindex="-1" aria-hidden="true">
        <option value="GB" selected>United Kingdom</select></form>`,
    },
    sent: { email, country: 'GB' },
    from: 'select2/select2#3219',
  }),
  signUp('a choice that Slim Select has replaced', {
    page: {
      html: `<form>${field}<select name="tea" tabindex="-1" aria-hidden="true" style="display: none">
        <option value="Oolong" selected>Oolong</select></form>`,
    },
    sent: { email, tea: 'Oolong' },
    from: 'brianvoe/slim-select#601',
  }),
  signUp('a field outside the form that its attribute form joins to it', {
    page: {
      html: `<p><input form="join" name="FNAME" value="Ada"></p><form id="join">${field}</form>
        <p style="display: none"><input form="join" name="website" value="bot"></p>`,
    },
    sent: { email, first_name: 'Ada' },
  }),
]
