/**
 * The sign-up forms of newsletter services, and the event with which each reports a sign-up. It is only data.
 * test/unit/recipes/widgets.test.ts runs each line against an emulator.
 *
 * A form that raises `submit` is marked. A widget that draws its own fields, or writes them into a frame, has its own
 * event or none. An event is listed only if its service documents it.
 */
export interface Widget {
  service: string
  /** The form's name among the service's forms. */
  form: string
  /** Texts in the page's source or in a frame's address that identify the widget. */
  signs: readonly string[]
  /** The service's own event, if it documents one. */
  event?: string
  /** The line for the page: a script, or the element with its mark. LIST stands for the name of the list. */
  line?: string
  /** Advice to the shop, in one or two sentences. */
  about: string
  /** The public address of the documentation. */
  source: string
  /** The month in which it was read. */
  read: string
}

const MARK = 'The page has the form itself, so the mark is enough.'
const NO_EVENT =
  'Its public documentation does not name an event of the page. Use its webhook: your back end reports the sign-up with the server token.'
const read = 'November 2026'

export const WIDGETS: readonly Widget[] = [
  {
    service: 'Klaviyo',
    form: 'all forms',
    signs: ['static.klaviyo.com', 'klaviyo-form-'],
    event: 'klaviyoForms',
    line: `addEventListener('klaviyoForms', ({ detail: { type, metaData = {} } }) => {
  const email = metaData.email || metaData.$email
  if (type === 'submit' && email) addToList('LIST', { email })
})`,
    about: 'The event comes once for each form, when the shopper gives the first address or number.',
    source: 'https://developers.klaviyo.com/en/docs/track_klaviyo_form_activity_using_javascript',
    read,
  },
  {
    service: 'HubSpot',
    form: 'forms of the updated editor',
    signs: ['hs-form-frame', '/forms/embed/developer/'],
    event: 'hs-form-event:on-submission:success',
    line: `addEventListener('hs-form-event:on-submission:success', async (event) => {
  const values = await HubSpotFormsV4.getFormFromEvent(event).getFormFieldValues()
  const pairs = Array.isArray(values) ? values.map(({ name, value }) => [name, value]) : Object.entries(values)
  const fields = Object.fromEntries(pairs.map(([name, value]) => [name.split('/').pop(), value]))
  if (fields.email) addToList('LIST', { email: fields.email, first_name: fields.firstname, last_name: fields.lastname })
})`,
    about: 'HubSpot writes these forms into a frame, so a mark does not work.',
    source: 'https://developers.hubspot.com/docs/api-reference/latest/marketing/forms/global-form-events',
    read,
  },
  {
    service: 'HubSpot',
    form: 'legacy forms',
    signs: ['hsforms.net/forms/', 'hbspt.forms.create'],
    event: 'message, hsFormCallback, onFormSubmit',
    line: `addEventListener('message', ({ data }) => {
  if (data?.type !== 'hsFormCallback' || data.eventName !== 'onFormSubmit') return
  const fields = Object.fromEntries(data.data.map(({ name, value }) => [name, value]))
  if (fields.email) addToList('LIST', { email: fields.email, first_name: fields.firstname, last_name: fields.lastname })
})`,
    about: 'HubSpot writes these forms into a frame of your own origin, unless the account sets them to raw HTML.',
    source: 'https://developers.hubspot.com/docs/cms/start-building/features/forms/legacy-forms',
    read,
  },
  {
    service: 'Omnisend',
    form: 'all forms',
    signs: ['omnisnippet1.com', 'omnisrc.com'],
    event: 'omnisendForms',
    line: `addEventListener('omnisendForms', ({ detail: { type, eventName = type, formValues = {} } }) => {
  const { emailField: email, firstName: first_name, lastName: last_name } = formValues
  if (eventName === 'submit' && email) addToList('LIST', { email, first_name, last_name })
})`,
    about: 'Landing pages of Omnisend raise the event too, but cannot listen to it.',
    source: 'https://api-docs.omnisend.com/v2026-03-15/reference/omnisend-forms-events',
    read,
  },
  {
    service: 'Mailchimp',
    form: 'embedded form',
    signs: ['list-manage.com/subscribe/post', 'mc-embedded-subscribe-form'],
    line: '<form id="mc-embedded-subscribe-form" data-add-to-list="LIST">',
    about: MARK,
    source: 'https://github.com/benjaminhoffman/gatsby-plugin-mailchimp/issues/65',
    read,
  },
  {
    service: 'Mailchimp',
    form: 'pop-up form',
    signs: ['chimpstatic.com/mcjs-connected', 'signup-forms/popup', 'PopupSignupForm'],
    about: `Mailchimp writes the form into a frame of your own origin, where a mark does not work. ${NO_EVENT}`,
    source: 'https://gist.github.com/TimBHowe/93767add564332085b2eb76fe40ac9d5',
    read,
  },
  {
    service: 'Brevo',
    form: 'HTML form',
    signs: ['id="sib-form"', 'sibforms.com/forms'],
    line: '<form id="sib-form" data-add-to-list="LIST">',
    about: MARK,
    source: 'https://github.com/Sadhinrana/go2top (resources/views/blog/components/newletter_form.blade.php)',
    read,
  },
  {
    service: 'Brevo',
    form: 'frame',
    signs: ['sibforms.com/serve'],
    about: `The frame is of another origin, so use the HTML form instead. ${NO_EVENT}`,
    source: 'https://github.com/eewee/bwd3-integration (email.php)',
    read,
  },
  {
    service: 'MailerLite',
    form: 'embedded form',
    signs: ['ml-block-form', 'ml-embedded', 'assets.mailerlite.com'],
    line: '<div data-add-to-list="LIST"><div class="ml-embedded" data-form="…"></div></div>',
    about: 'The mark on an element round the form is enough, even if MailerLite draws the form later.',
    source: 'https://developers.mailerlite.com/docs/webhooks',
    read,
  },
  {
    service: 'Kit',
    form: 'inline form',
    signs: ['formkit-form', 'data-sv-form'],
    line: '<form class="seva-form formkit-form" data-add-to-list="LIST">',
    about: MARK,
    source: 'https://github.com/MichalHlavacek/ultraquill-lp (app/components/Form.tsx)',
    read,
  },
  {
    service: 'ActiveCampaign',
    form: 'embedded form',
    signs: ['/f/embed.php', 'activehosted.com'],
    line: '<div data-add-to-list="LIST"><script src="…/f/embed.php?id=1"></script></div>',
    about:
      'The mark on an element round the form is enough. A form of older accounts has a button that does not submit: change its type.',
    source: 'https://github.com/wp-plugins/activecampaign-subscription-forms (activecampaign.php)',
    read,
  },
  {
    service: 'Constant Contact',
    form: 'inline and pop-up forms',
    signs: ['ctctcdn.com', 'ctct-inline-form'],
    about: `Constant Contact’s script draws the form. ${NO_EVENT}`,
    source: 'https://community.constantcontact.com/t5/API-Developer-Support/custom-sign-up-form/m-p/428774',
    read,
  },
  {
    service: 'GetResponse',
    form: 'forms and pop-ups',
    signs: ['getresponse.com', 'gr-cdn.com'],
    about: NO_EVENT,
    source: 'https://apidocs.getresponse.com/v3/webhooks',
    read,
  },
]

/** Finds the widgets whose signs are in a page's source, in the order of the table. */
export const findWidgets = (source: string): Widget[] =>
  WIDGETS.filter(({ signs }) => signs.some((sign) => source.includes(sign)))

export const toWidgetName = ({ service, form }: Pick<Widget, 'service' | 'form'>): string => `${service}, ${form}`

/** Writes the widget's line with the name of the shop's list. */
export const toWidgetLine = ({ line }: Widget, list: string): string | undefined => line?.replaceAll('LIST', list)
