// @ts-nocheck
const settings = { adapter: '', dataLayer: 'dataLayer', endpoint: '', convertOn: '', selectors: {}, email: '', value: '', decimal: '', consent: 'granted', persist: '', debug: '', signature: undefined }
let box = []
const seen = {}
const flying = new Set()

// ---- helpers
function attempt(action) {
  try {
    return action()
  } catch {}
}
function get(value, path) {
  return path.split('.').reduce((each, name) => each?.[name], value)
}
function find(source, paths, own) {
  return [own, ...paths.split(' ').map((path) => get(source, path))].filter((each) => each != null)
}
function parse(text) {
  return attempt(() => JSON.parse(text))
}
function fail(ms) {
  return new Promise((_, no) => setTimeout(no, ms, 'timeout'))
}
function toCode(error) {
  return typeof error === 'string' ? error : 'unreadable'
}

// ---- normalise
function pick(pattern) {
  return (value) => pattern.exec(toText(value))?.[0].replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
function toText(value) {
  return (typeof value === 'string' ? value : JSON.stringify(value)).normalize().replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
function toWhole(value) {
  return /^\d{1,15}$/.test(value) ? +value : undefined
}
const toEmail = pick(/^(?!.{255})[^@\s\p{C}<>"(),;:\\]+@[^@\s\p{C}<>"(),;:\\]+$/u)
function toOrderNumber(value) {
  const text = toText(`${value}`)
  if (/^(|undefined|null|NaN|\[object Object\])$|\{\{.*\}\}|^%.*%$/.test(text) || (value > 2 ** 53 - 1 && value.toFixed)) throw 'no_order_number'
  return text
}
function toCents(amount, decimal) {
  const [, whole, group, sign, rest = ''] = /^(?:[^-−\d]*(?:[a-z/]\.|[^-−\d.,٫]))?(\d+(?:([.,٬])(?:\d+\2)*\d{3})??)(?:([.,٫])(\d+))?\D*$/i.exec(
    (amount.toFixed?.(6) ?? amount).replace(/[\s\p{Cf}'’]/gu, '').replace(/\p{Nd}/gu, (digit) => {
      let value = 0
      while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt() - value - 1))) value++
      return value % 10
    }),
  )
  const isGroup = !group && rest.length === 3 && sign !== '٫' && sign !== decimal
  if (isGroup ? !/[.,]/.test(decimal) : sign && sign === group) throw 'ambiguous_amount'
  return toWhole(Math.round(+`${whole.replace(/\D/g, '')}${isGroup ? '' : '.'}${rest}e2`))
}
function toMoney(value, _all, isPage) {
  return isPage
    ? toCents(value, settings.decimal || attempt(() => /[.,٫]/.exec((0.5).toLocaleString(document.documentElement.lang, { style: 'currency', currency: 'EUR' }))[0]))
    : toWhole(value)
}
const CART = {
  order_number: ['order_number transaction_id id orderNumber', toOrderNumber],
  cart_value: ['value revenue price partOfInvoice.totalPaymentDue.price', toMoney],
  cart_item_count: ['', toWhole],
  promo: 'coupon discountCode',
  return_url: '',
}
const ITEM = {
  product_id: 'item_id id sku',
  name: 'item_name',
  price: ['', toMoney],
  item_qty: ['orderQuantity eligibleQuantity.value quantity', toWhole],
  qty_price: ['', toMoney],
  category: [
    'item_category item_category2 item_category3 item_category4 item_category5',
    (_, all) => {
      all = all.flat()
      return (all[1] ? all : `${all}`.split('/')).map((each) => toText(each ?? '')).filter((each) => each)
    },
  ],
  description: '',
  product_url: 'url',
  image_url: 'image',
}
const CONTACT = {
  email: ['', toEmail],
  first_name: 'given-name',
  last_name: 'family-name',
  phone: 'tel',
  birthdate: ['bday', (value) => new Date(value).toISOString().match(`^${value}(?=T)`)[0]],
  gender: ['sex', pick(/^(m(?=(ale)?$)|f(?=(emale)?$))/i)],
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  language: ['', pick(/^[a-z]{2}(?=$|[-_])/i)],
  timezone: ['', (value) => Intl.DateTimeFormat([], { timeZone: value }) && toText(value)],
  age: ['', (value) => (toWhole(value) <= 150 ? +value : undefined)],
}
const EMAILS = 'user_data.email user_data.email_address user_properties.email customer.email'
const ITEMS = 'items purchase.products acceptedOffer orderedItem'

function toNames(table) {
  return JSON.stringify(table).match(/[\w-]+/g)
}
function read(source, table, place, addProblem, isPage) {
  const fields = {}
  const taken = isPage ? toNames([table, EMAILS, ITEMS, 'send_to itemOffered']) : []
  for (const name of new Set([...Object.keys(table), ...Object.keys(source)]))
    if (!(name in { prototype: 1 }) && (name in table || !taken.includes(name)))
      try {
        const [paths, reader = toText] = [table[name] ?? ''].flat()
        const all = find(source, isPage ? paths : '', source[name])
        const value = all.length ? reader(all[0], all, isPage) : ''
        if (value === undefined) throw value
        if (value !== '') fields[name] = value
      } catch (error) {
        addProblem(place + name, toCode(error))
      }
  return fields
}

// ---- adapters
function readLayer() {
  return Array.from(window[settings.dataLayer] ?? [], (entry) => attempt(() => (entry[0] ? { event: entry[1], ecommerce: entry[2], [entry[1]]: entry[2] } : { ...entry })) ?? {}).reverse()
}
function toSource({ ecommerce, eventModel, user_data }) {
  ecommerce ??= eventModel
  return { user_data, ...ecommerce, ...ecommerce?.purchase?.actionField }
}
function readRule(root, rule, name) {
  const [, selector, attribute] = /^(.*?)(?:@([\w-]+))?$/s.exec(rule)
  const element = rule.dataset ? rule : selector ? root.querySelector(selector) : root
  return attribute ? element.getAttribute(attribute) : element.dataset.ringupValue ?? (element.getAttribute('content') || element.value || (/_url$/.test(name) && (element.href || element.src)) || element.textContent)
}
function readMarks(root, rules, more) {
  return Object.fromEntries([...Array.from(root.querySelectorAll('[data-ringup]' + more), (each) => [each.dataset.ringup, each]), ...Object.entries(rules)].map(([name, rule]) => [name, attempt(() => readRule(root, rule, name))]))
}
const ADAPTERS = {
  'data-layer': () =>
    readLayer()
      .filter(({ event, ecommerce }) => event === 'purchase' || event === settings.convertOn || ecommerce?.purchase)
      .map(toSource),
  'json-ld': () =>
    Array.from(document.querySelectorAll('[type="application/ld+json"]'), ({ textContent }) => {
      const data = parse(textContent)
      return [data, data?.['@graph']]
    }).flat(2).filter((each) => /\bOrder\b/.test(each?.['@type'])),
  dom: () => {
    const { items: { each = '[data-ringup-item]', ...item } = {}, ...cart } = settings.selectors
    const rows = Array.from(document.querySelectorAll(each), (row) => readMarks(row, item, ''))
    return [{ ...readMarks(document, cart, ':not([data-ringup-item] *)'), items: rows[0] && rows }]
  },
}
function readOrder(adapter) {
  return (ADAPTERS[adapter] ? [ADAPTERS[adapter]] : Object.values(ADAPTERS)).flatMap((each) => each()).find((each) => find(each, `${CART.order_number[0]} ${ITEMS}`)[0])
}
function readEmail(found, ...candidates) {
  const { email } = settings
  const roots = [found, ...readLayer(), ...ADAPTERS['json-ld']()]
  return [
    ...candidates,
    email ? 0 : found?.email,
    ...(/^(\w+(\.\w+)*)?$/.test(email) ? (email || EMAILS).split(' ').flatMap((path) => roots.map((root) => get(root, path))) : []),
    attempt(() => readRule(document, email || '[data-ringup=email]')),
  ].map((each) => attempt(() => toEmail(each))).find((each) => each)
}
function readForm(form) {
  const found = {}
  for (const each of form.elements) {
    const { name, type, autocomplete = '', value, checked } = each
    if (name && value && !/^(hidden|file|submit|image|button|reset|.*[xo] false)|password|\bcc-/.test(`${type} ${checked} ${autocomplete} ${name}`) && each.matches(':enabled'))
      found[[...autocomplete.split(' '), type].find((token) => toNames(CONTACT).includes(token)) ?? name] ??= value
  }
  return found
}

// ---- storage
function store(use) {
  return settings.persist === 'none' ? undefined : attempt(use)
}
function eachStored(use) {
  store(() => Object.keys(localStorage).forEach((key) => /^ringup:/.test(key) && use(key)))
}
function copies(use) {
  store(() => {
    const opening = indexedDB.open('ringup')
    opening.onupgradeneeded = () => opening.result.createObjectStore('ringup')
    opening.onsuccess = () =>
      attempt(() => {
        use(opening.result.transaction('ringup', 'readwrite').objectStore('ringup'))
        opening.result.close()
      })
  })
}
function forget(id) {
  box = box.filter((each) => each.id !== id)
  store(() => delete localStorage['ringup:' + id])
  copies((events) => events.delete(id))
}
function load(text) {
  const event = parse(text)
  if (event?.body && !box.some(({ id }) => id === event.id)) box.push(event)
}

// ---- outbox
function gate() {
  const { consent } = settings
  return consent === 'required' ? ['held', consent] : /^(not-required|granted)$/.test(consent) ? document.prerendering && ['queued', 'prerendering'] : ['blocked', 'denied']
}
function announce({ id, kind, list }, status, reason, problems = []) {
  const detail = { id, kind, list, status, reason, problems }
  document.dispatchEvent(new CustomEvent('ringup', { detail }))
  return detail
}
function toBytes(...parts) {
  return new Blob(parts).size
}
function shrink({ cart_data: cart, cart_items: items = [] }, aim) {
  const gone = []
  for (const name of ['descriptions', 'items', 'additional'])
    if (cart && toBytes(JSON.stringify([cart, items])) > aim) {
      if (gone[0] && !gone[1]) items.splice(50)
      else for (const each of [cart, ...items]) for (const key in each) if (gone[0] ? !(key in CART || key in ITEM) : /^(desc|image)/.test(key)) delete each[key]
      gone.push(name)
      cart.truncated = `${gone}`
    }
}
async function ask(body, keepalive = flying.size < 4 && toBytes(...flying, body) <= 49152) {
  if (keepalive) flying.add(body)
  try {
    const answer = await fetch(settings.endpoint, { method: 'POST', body, keepalive, credentials: 'omit', redirect: 'manual', cache: 'no-store' })
    return [answer, Object(await answer.json().catch(String))]
  } catch {
    if (keepalive && !document.hidden) return ask(body, false)
    throw 'network'
  } finally {
    flying.delete(body)
  }
}
async function send(event) {
  const { id, kind, list, signature, body } = event
  const now = Date.now()
  const end = (...result) => {
    forget(id)
    return result
  }
  const number = body.cart_data?.order_number
  const key = 'ringup:' + [...`${[number, body.email, !signature]}`].reduce((hash, sign) => (hash * 33 + sign.charCodeAt()) | 0, 7)
  if (number && now - (seen[key] ?? store(() => localStorage[key])) < 2592e6) return end('duplicate', 'order_number')
  if (event.at > now + 3e5) event.at = now
  if (now - event.at > (kind === 'convert' ? 864e5 : 2592e5)) return end('dropped', 'expired')
  if (!event.attempts && box.includes(event)) {
    const text = JSON.stringify(event)
    store(() => (localStorage['ringup:' + id] = text))
    copies((events) => events.put(text, id))
  }
  event.busy = 1
  event.attempts++
  const [{ status: http, headers }, { ok, id: taken, code = `http_${http}`, fields }] = await Promise.race([ask(JSON.stringify({ v: 1, id, kind, list, signature, age: Math.max(0, now - event.at), body })), fail(1e4)]).catch((code) => [{}, { code: toCode(code) }])
  event.last = code
  if (http === 202 && ok === true && taken === id) {
    if (number) store(() => (localStorage[key] = now), (seen[key] = now))
    return end('accepted')
  }
  if (http === 413 && !event.shrunk) {
    event.shrunk = 1
    shrink(body, 0)
    return send(event)
  }
  if (/^(400|41[035]|422|451)$/.test(http)) return end('rejected', code, fields)
  if (http === 429 || !navigator.onLine || (event.attempts < (http ? 10 : 3) && !/^(0|3..|40[1345]|50[15]|511)$/.test(http)))
    setTimeout(
      () => {
        event.busy = 0
        drain()
      },
      Math.min(36e5, Math.max(1e3, 1e3 * parseInt(headers?.get('Retry-After')))) || Math.random() * Math.min(6e4, 1e3 * 2 ** event.attempts),
    )
  return box.includes(event) ? ['queued', code] : ['rejected', 'outbox_full']
}
async function drain(all) {
  if (gate() || !settings.endpoint) return
  eachStored((key) => load(localStorage[key]))
  await Promise.all(
    box.map(async (event) => {
      if (event.busy && !all) return
      const [status, reason] = await send(event)
      if (status !== 'queued') announce(event, status === 'rejected' ? 'dropped' : status, reason)
    }),
  )
}
function wake() {
  if (!gate())
    copies((events) => {
      events.getAll().onsuccess = ({ target }) => {
        target.result.forEach(load)
        drain()
      }
    })
  drain()
}
function post(event) {
  const closed = gate()
  shrink(event.body, 16384)
  if (toBytes(JSON.stringify(event)) > 49152) throw 'too_large'
  if (closed?.[0] !== 'blocked') box.push(event)
  while (box.length > (closed ? 10 : 20) || JSON.stringify(box).length > 98304) {
    const victim = box.find(({ kind }) => kind !== 'convert') ?? event
    forget(victim.id)
    announce(victim, 'dropped', 'outbox_full')
  }
  return closed || send(event)
}

// ---- calls
async function report(kind, list, signature = settings.signature, callback, toBody) {
  const event = { id: 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () => (crypto.getRandomValues(new Uint8Array(1))[0] % 16).toString(16)), kind, list, signature, at: Date.now(), attempts: 0 }
  const problems = []
  const addProblem = (field, code) => {
    problems.push({ field, code, message: `${field}: ${code}` })
  }
  let given
  let result
  try {
    if (typeof settings.adapter === 'function')
      try {
        given = settings.adapter({ kind, list })
        if (given?.then) given = await Promise.race([given, fail(3e3)])
      } catch {
        addProblem('adapter', 'adapter_failed')
      }
    event.body = toBody(addProblem, given)
    if (!event.body.email) throw 'no_email'
    if (!settings.endpoint) throw 'no_endpoint'
    result = await post(event)
  } catch (error) {
    result = ['rejected', toCode(error), toCode(error).slice(3)]
  }
  const [status, reason, fields = []] = result
  for (const field of [fields].flat()) addProblem(field, reason)
  const outcome = announce(event, status, reason, problems)
  attempt(() => callback(outcome))
  return outcome
}
function convert(order = {}, callback) {
  return report('convert', undefined, order?.signature, callback, (addProblem, given) => {
    if (Object(order) !== order) throw 'no_order'
    const ecommerce = order.ecommerce ?? given?.ecommerce
    const found = attempt(() => (ecommerce ? toSource({ ecommerce }) : settings.adapter.call ? 0 : readOrder(settings.adapter)))
    const theirs = find(found, ITEMS)[0]
    const items = order.cart_items ?? given?.cart_items ?? theirs
    const isPage = items === theirs
    const cart_data = Object.assign({}, ...[found, given?.cart_data, order.cart_data].map((source, index) => read(Object(source), CART, 'cart_data.', addProblem, !index)))
    const body = { cart_data, email: readEmail(found, order.email, given?.email) }
    if (items) {
      let count = 0
      let sum = 0
      body.cart_items = [items].flat().flatMap((each, index) => {
        const place = `cart_items.${index}`
        const item = read({ ...(isPage && { quantity: 1, ...each.itemOffered, ...each.orderedItem }), ...each }, ITEM, `${place}.`, addProblem, isPage)
        item.qty_price ??= toWhole(item.price * item.item_qty)
        count += item.item_qty
        sum += item.qty_price
        return item.product_id ? item : addProblem(place, 'no_product_id') ?? []
      })
      cart_data.cart_item_count ??= toWhole(count)
      if (settings.value === 'items') cart_data.cart_value = toWhole(sum)
    }
    return body
  })
}
function addToList(list, contact, options, callback) {
  return report('addToList', list, options?.signature, callback, (addProblem, given) => {
    if (typeof list !== 'string') throw 'no_list'
    const isForm = contact instanceof HTMLFormElement
    return read(isForm ? readForm(contact) : contact ?? { email: readEmail(0, given?.email) }, CONTACT, '', addProblem, isForm)
  })
}

// ---- settings and start
function configure(given) {
  for (const [name, value] of Object.entries(Object(given)))
    if (name in settings) settings[name] = parse(value) ?? value
    else console.warn(`Ringup: unknown setting ${name}`)
}
function onShow(callback) {
  if (document.readyState === 'complete') setTimeout(callback)
  for (const type of ['pageshow', 'online', 'visibilitychange', 'prerenderingchange']) addEventListener(type, () => callback(), true)
}
function convertOn() {
  const { convertOn, adapter, dataLayer } = settings
  const fire = () =>
    attempt(() => {
      const found = readOrder(convertOn === 'load' ? adapter : 'data-layer')
      const number = attempt(() => toOrderNumber(find(found, CART.order_number[0])[0]))
      if (!found || seen[number]) return
      seen[number] = 1
      if (number) convert({ ecommerce: found })
      else announce({ kind: 'convert' }, 'rejected', 'no_order_number')
    })
  if (convertOn === 'load') onShow(fire)
  else if (convertOn) {
    const layer = (window[dataLayer] ??= [])
    const { push } = layer
    layer.push = (...entries) => {
      const length = push.apply(layer, entries)
      fire()
      return length
    }
    fire()
  }
}

const flag = Symbol.for('ringup')
if (!window[flag]) {
  window[flag] = 1
  const { src, dataset } = Object(document.currentScript)
  attempt(() => {
    const { origin, href } = new URL('.', src)
    if (origin === location.origin) settings.endpoint = href
  })
  configure(parse(document.querySelector('script#ringup[type="application/json"]')?.textContent))
  if (window.ringup?.constructor === Object) configure(window.ringup)
  configure(dataset)
  const functions = { convert, addToList }
  const calls = Object.keys(functions).flatMap((name) => Array.from(window[name]?.q ?? [], (args) => [args, name]))
  const version = '0.1.0'
  Object.assign(window, functions, {
    ringup: {
      consent(given) {
        settings.consent = given
        if (given === 'granted') wake()
        else {
          box = []
          eachStored((key) => delete localStorage[key])
          copies((events) => events.clear())
        }
      },
      flush: () => drain(1),
      status: () => ({
        version,
        consent: settings.consent,
        storage: store(() => localStorage) ? 'local' : 'memory',
        waiting: box.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last })),
        held: settings.consent === 'required' ? box.length : 0,
      }),
      version,
    },
  })
  calls.sort(([a], [b]) => a.t - b.t).forEach(([args, name]) => attempt(() => void functions[name](...args).then(args.r)))
  addEventListener(
    'submit',
    ({ target: form }) =>
      attempt(() => {
        const { addToList: list, addToListIf: box, signature } = form.dataset
        if (form.matches('[data-add-to-list]:valid') && (!box || form.querySelector(box).checked)) addToList(list, form, { signature })
      }),
    true,
  )
  onShow(wake)
  convertOn()
  const { debug } = settings
  if (debug === 'panel' || (debug && /ringup-debug/.test(location.search))) import('./ringup-debug.js')
}
