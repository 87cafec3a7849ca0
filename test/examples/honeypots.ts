/** Sign-ups in forms with a field that only robots see, or with a field that only looks like one. */
import { type Example, email, signUp } from './example.js'

/** A form system's hidden field, which a robot or the browser's autofill has filled in. */
export interface Honeypot {
  /** The system, as the end of the sentence "the honeypot of …". */
  of: string
  field: string
  from: string
  /** Only its place, its size or the browser's own style hides it, so a page without layout does not show it. */
  needsLayout?: true
}

export const HONEYPOTS: Honeypot[] = [
  {
    of: 'Mailchimp’s embedded form',
    field: `<div style="position: absolute; left: -5000px" aria-hidden="true">
      <input name="b_0a1b2c3d4e5f_60718293a4" tabindex="-1" value="bot"></div>`,
    from: 'https://github.com/benjaminhoffman/gatsby-plugin-mailchimp/issues/65',
  },
  {
    of: 'Mailchimp for WordPress',
    field: `<label style="display: none !important">For robots
      <input name="_mc4wp_honeypot" tabindex="-1" autocomplete="off" value="bot"></label>`,
    from: 'https://github.com/ibericode/mailchimp-for-wordpress (includes/forms/class-form-element.php)',
  },
  {
    of: 'Sendy',
    field: '<div style="display:none"><label for="hp">HP</label><br><input name="hp" id="hp" value="bot"></div>',
    from: 'https://github.com/fossasia/fossasia.org/issues/284',
  },
  {
    of: 'Netlify',
    field: '<p hidden><label>For robots <input name="bot-field" value="bot"></label></p>',
    from: 'https://gist.github.com/wittyprogramming/cb65b7f93e7e85fa4767abd1c02ff020',
    needsLayout: true,
  },
  {
    of: 'Formspree',
    field: '<input name="_gotcha" style="display:none" value="bot">',
    from: 'https://help.formspree.io/hc/en-us/articles/360013580813-Honeypot-spam-filtering',
  },
  {
    of: 'Gravity Forms',
    field: `<style>.gform_validation_container { display: none !important; position: absolute !important; left: -9000px }</style>
      <ul><li class="gform_validation_container"><label>Comments</label>
      <div><input name="input_9" autocomplete="new-password" value="bot"></div></li></ul>`,
    from: 'https://gist.github.com/omurphy27/a6d0ada466142d89c772',
  },
  {
    of: 'Laravel, by Spatie',
    field: `<style>.__d-n { display: none }</style><div class="__d-n">
      <input name="my_name_3fG" autocomplete="off" tabindex="-1" value="bot"></div>`,
    from: 'https://github.com/spatie/laravel-honeypot (resources/views/honeypotFormFields.blade.php)',
  },
  {
    of: 'Drupal',
    field: `<style>.honeypot-textfield { display: none !important }</style>
      <div class="honeypot-textfield"><div><label>Homepage</label><input name="homepage" value="bot"></div></div>`,
    from: 'https://www.drupal.org/files/honeypot.module.patch',
  },
  {
    of: 'Contao',
    field: '<div style="display:none"><label>For robots</label><input name="captcha_hp" value="bot"></div>',
    from: 'https://github.com/contao/core-bundle/issues/832',
  },
  {
    of: 'Django',
    field: `<div style="opacity: 0; position: absolute; top: 0; left: 0; height: 0; width: 0; z-index: -1">
      <label>For robots <input name="phonenumber" value="bot"></label></div>`,
    from: 'https://github.com/jamesturk/django-honeypot (honeypot/templates/honeypot/honeypot_field.html)',
  },
  {
    of: 'Kirby’s form blocks',
    field: `<div style="opacity: 0.001; position: absolute; z-index: -1">
      <input type="search" name="website" aria-hidden="true" autocomplete="off" tabindex="1000" value="bot"></div>`,
    from: 'https://github.com/plain-solutions-gmbh/kirby-form-block-suite (snippets/blocks/formcore/hidden.php)',
  },
  {
    of: 'PyPI’s registration',
    field: '<div aria-hidden="true"><label>Confirm</label><input name="confirm_mail_form" value="bot"></div>',
    from: 'https://github.com/pypi/warehouse/pull/3339',
  },
  {
    of: 'KwesForms',
    field: '<input name="kf_website" style="display:none" tabindex="-1" autocomplete="off" value="bot">',
    from: 'https://kwesforms.com/docs/v2/honeypot-field',
  },
  {
    of: 'a page that hides it from sight alone',
    field: '<p style="visibility: hidden"><input name="website" value="bot"></p>',
    from: 'https://github.com/pypi/warehouse/pull/3339',
  },
  {
    of: 'TYPO3’s powermail',
    field: '<div style="margin-left: -99999px; position: absolute"><input name="field[__hp]" value="bot"></div>',
    from: 'https://github.com/in2code-de/powermail (Resources/Private/Partials/Misc/HoneyPod.html)',
    needsLayout: true,
  },
  {
    of: 'negative-captcha',
    field: '<div style="position: absolute; left: -2000px"><input name="name" value="bot"></div>',
    from: 'https://github.com/erik-megarad/negative-captcha/issues/35',
    needsLayout: true,
  },
  {
    of: 'JetFormBuilder, of the type of an e-mail',
    field: `<div style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)" tabindex="-1">
      <input type="email" name="email" autocomplete="off_yJ" value="bot@example.com"></div>`,
    from: 'https://github.com/Crocoblock/suggestions/issues/8406',
    needsLayout: true,
  },
  {
    of: 'Mozilla’s newsletter form',
    field: `<div style="position: absolute; top: -9999px; width: 1px; height: 1px"><label>Fax</label>
      <input name="office_fax" value="bot"></div>`,
    from: 'https://github.com/mozilla/bedrock/pull/16406',
    needsLayout: true,
  },
]

const field = `<input name="EMAIL" value="${email}">`

export const HONEYPOT_FORMS: Example[] = [
  ...HONEYPOTS.filter(({ needsLayout }) => !needsLayout).map(({ of, field: honeypot, from }) =>
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
    from: 'https://github.com/twbs/bootstrap/issues/41005',
  }),
  signUp('an e-mail field with the token new-password, against the browser’s autofill', {
    page: {
      html: `<form><input type="email" name="emails.0.email" autocomplete="new-password" value="${email}"></form>`,
    },
    sent: { email },
    from: 'https://github.com/makeplane/plane/pull/9471',
  }),
  signUp('an e-mail field of the type text with a token of passwords', {
    page: { html: `<form><input name="your-email" autocomplete="off new-password" value="${email}"></form>` },
    sent: { email },
  }),
  signUp('an address whose digits pass for a card', {
    page: { html: '<form><input type="email" name="email" value="4111111111111111@example.com"></form>' },
    sent: { email: '4111111111111111@example.com' },
  }),
  signUp('an address whose digits pass for a card, in a field of any name', {
    page: { html: '<form><input name="login" value="5500000000000004@example.com"></form>' },
    sent: { email: '5500000000000004@example.com' },
  }),
  signUp('a choice that select2 has replaced', {
    page: {
      html: `<form>${field}<select name="country" class="select2-hidden-accessible" tabindex="-1" aria-hidden="true">
        <option value="GB" selected>United Kingdom</select></form>`,
    },
    sent: { email, country: 'GB' },
    from: 'https://github.com/select2/select2/pull/3219',
  }),
  signUp('a choice that Slim Select has replaced', {
    page: {
      html: `<form>${field}<select name="tea" tabindex="-1" aria-hidden="true" style="display: none">
        <option value="Oolong" selected>Oolong</select></form>`,
    },
    sent: { email, tea: 'Oolong' },
    from: 'https://github.com/brianvoe/slim-select/pull/601',
  }),
  signUp('a field outside the form that its attribute form joins to it', {
    page: {
      html: `<p><input form="join" name="FNAME" value="Ada"></p><form id="join">${field}</form>
        <p style="display: none"><input form="join" name="website" value="bot"></p>`,
    },
    sent: { email, first_name: 'Ada' },
  }),
]
