// @ts-nocheck
const settings = { dataLayer: 'dataLayer' }
const box = new Map()
const flying = new Set()
const fired = new Set()
let marks = []

// ---- helpers
function attempt(action) {
  try {
    return action()
  } catch {}
}
function get(value, path) {
  return path.split('.').reduce((each, name) => each?.[name], value)
}
function parse(text) {
  return attempt(() => JSON.parse(text))
}
function fail(ms) {
  return new Promise((_, no) => setTimeout(no, ms, 'timeout'))
}

// ---- normalise
function pick(pattern) {
  return (value) => pattern.exec(toText(value))[0].replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
function toText(value) {
  return (typeof value === 'string' ? value : JSON.stringify(value)).normalize().replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
function toWhole(value) {
  return +/^\d{1,15}$/.exec(value)[0]
}
const toEmail = pick(/^(?!.{255})[^@\s\p{C}<>"(),;:\\]+@[^@\s\p{C}<>"(),;:\\]+$/u)
function toOrderNumber(value) {
  const text = toText(`${value}`)
  if (/^(|undefined|null|NaN|\[object Object\])$|\{\{.*\}\}|^%.*%$/.test(text) || (value === +value && value > 2 ** 53 - 1)) throw 'no_order_number'
  return text
}
function toCents(amount, decimal) {
  let text
  if (amount === +amount) text = amount.toFixed(6)
  else {
    const [, before, number] = /^(\D*)(.*\d)/s.exec(
      amount.replace(/\p{Nd}/gu, (digit) => {
        let value = 0
        while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt() - value - 1))) value++
        return value % 10
      }),
    )
    let [, whole, group, sign, rest = ''] = /^(\d+(?:([.,٬])(?:\d+\2)*\d{3})??)(?:([.,٫])(\d+))?$/.exec(number.replace(/[\s\p{Cf}'’]/gu, ''))
    if (/[-−]|(^|\W)[.,٫]$/.test(before) || (sign && sign === group)) throw 0
    if (!group && /^...$/.test(rest) && sign !== '٫' && sign !== decimal) {
      if (!/[.,]/.test(decimal)) throw 'ambiguous_amount'
      whole += rest
      rest = ''
    }
    text = `${whole.replace(/\D/g, '')}.${rest}`
  }
  return toWhole(Math.round(+`${text}e2`))
}
function toMoney(value, _all, isPage) {
  return isPage
    ? toCents(value, settings.decimal ?? attempt(() => /[.,٫]/.exec((0.5).toLocaleString(document.documentElement.lang, { style: 'currency', currency: 'EUR' }))[0]))
    : toWhole(value)
}
const READERS = {
  cart_value: toMoney,
  price: toMoney,
  qty_price: toMoney,
  cart_item_count: toWhole,
  item_qty: toWhole,
  order_number: toOrderNumber,
  category: (_, all) => {
    all = all.flat()
    return (all[1] ? all : `${all}`.split('/')).map((each) => toText(each ?? '')).filter((each) => each)
  },
  age: (value) => {
    value = toWhole(value)
    if (value > 150) throw 0
    return value
  },
  gender: pick(/^(m(?=(ale)?$)|f(?=(emale)?$))/i),
  language: pick(/^[a-z]{2}(?=$|[-_])/i),
  birthdate: (value) => {
    if (new Date(value).toISOString().slice(0, 10) !== value) throw 0
    return value
  },
  timezone: (value) => (Intl.DateTimeFormat([], { timeZone: value }), toText(value)),
  email: toEmail,
}
const CART = {
  order_number: 'transaction_id id orderNumber transactionID',
  cart_value: 'value revenue price partOfInvoice.totalPaymentDue.price total.transactionTotal',
  cart_item_count: '',
  promo: 'coupon discountCode total.voucherCode',
  return_url: '',
}
const ITEM = {
  product_id: 'item_id id sku itemOffered.sku orderedItem.sku productInfo.sku',
  name: 'item_name itemOffered.name orderedItem.name productInfo.productName',
  price: 'price.basePrice',
  item_qty: 'orderQuantity eligibleQuantity.value quantity',
  qty_price: '',
  category: 'item_category item_category2 item_category3 item_category4 item_category5',
  description: '',
  product_url: 'url',
  image_url: 'image',
}
const CONTACT = {
  email: '',
  first_name: 'given-name',
  last_name: 'family-name',
  phone: 'tel',
  birthdate: 'bday',
  gender: 'sex',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  language: '',
  timezone: '',
  age: '',
}
const EMAILS = 'user_data.email user_data.email_address user_properties.email customer.email user.0.profile.0.profileInfo.email email'
const ITEMS = 'items purchase.products acceptedOffer orderedItem item send_to.'

function toNames(table) {
  return Object.values(table).join(' ').split(/[ .]/)
}
function read(source, table, place, problem, isPage) {
  const fields = {}
  const taken = isPage ? toNames([table, EMAILS, ITEMS].flatMap(Object.values)) : []
  for (const name of new Set([...Object.keys(table), ...Object.keys(source)])) {
    if (name in { prototype: 1 } || (!table[name] && taken.includes(name))) continue
    try {
      const all = [source[name], ...((isPage && table[name]) || '').split(' ').map((path) => get(source, path))].filter((each) => each != null)
      if (all[0] === undefined) continue
      const value = ((name in table && READERS[name]) || toText)(all[0], all, isPage)
      if (value !== '') fields[name] = value
    } catch (code) {
      problem(place + name, code)
    }
  }
  return fields
}
function first(source, paths) {
  return paths.split(' ').map((path) => get(source, path)).find((each) => each != null)
}

// ---- adapters
function readLayer() {
  return [...Object(window[settings.dataLayer] ??= [])].reverse().flatMap((entry) => attempt(() => (entry[0] ? { event: entry[1], ecommerce: entry[2], [entry[1]]: entry[2] } : { ...entry })) ?? [])
}
function toSource({ ecommerce, eventModel, user_data }) {
  ecommerce ??= eventModel
  return { user_data, ...ecommerce, ...ecommerce?.purchase?.actionField }
}
function readRule(root, rule, name) {
  const [, selector, attribute] = /^(.*?)(?:@([\w-]+))?$/s.exec(rule.dataset ? '' : rule)
  const element = rule.dataset ? rule : selector ? root.querySelector(selector) : root
  return attribute ? element.getAttribute(attribute) : element.dataset.ringupValue ?? (element.getAttribute('content') || element.value || (/_url$/.test(name) && (element.href || element.src)) || element.textContent)
}
function readMarks(root, rules, more) {
  return Object.fromEntries([...Array.from(root.querySelectorAll('[data-ringup]' + more), (each) => [each.dataset.ringup, each]), ...Object.entries(rules)].map(([name, rule]) => [name, attempt(() => readRule(root, rule, name))]))
}
const ADAPTERS = {
  'data-layer': () => [
    ...readLayer().filter(({ event, ecommerce }) => event === 'purchase' || event === settings.convertOn || ecommerce?.purchase).map(toSource),
    window.digitalData?.transaction,
  ],
  'json-ld': () =>
    [...document.querySelectorAll('[type="application/ld+json"]')].flatMap(({ textContent }) => {
      const data = parse(textContent)
      return [data, data?.['@graph']].flat()
    }).filter((each) => /\bOrder\b/.test(each?.['@type'])),
  dom: () => {
    const { items: { each = '[data-ringup-item]', ...item } = {}, ...cart } = Object(settings.selectors)
    return [{ ...readMarks(document, cart, ':not([data-ringup-item] *)'), items: Array.from(document.querySelectorAll(each), (row) => readMarks(row, item, '')) }]
  },
}
function readOrder() {
  const { adapter = 'auto' } = settings
  return Object.entries(ADAPTERS).flatMap(([name, find]) => (adapter === 'auto' || adapter === name ? attempt(find) ?? [] : [])).find((each) => first(each, `order_number ${CART.order_number}`) ?? first(each, ITEMS)?.[0])
}
function readEmails(found) {
  const { email } = settings
  if (email) return [/^\w+(\.\w+)*$/.test(email) ? readLayer().map((each) => get(each, email)).find((each) => each) : attempt(() => readRule(document, email))]
  const roots = [found, ...readLayer(), ...ADAPTERS['json-ld'](), window.digitalData, attempt(() => ADAPTERS.dom()[0])]
  return EMAILS.split(' ').flatMap((path) => roots.map((root) => get(root, path)))
}
function readForm(form) {
  const found = {}
  for (const each of form.elements) {
    const { name, type, autocomplete = '', value, checked } = each
    const token = autocomplete.split(' ').pop()
    if (name && value && !/^(hidden|file|submit|image|button|reset|.*[xo] false)|password|\bcc-|captcha|one-time/.test(`${type} ${checked} ${autocomplete} ${name}`) && each.matches(':enabled'))
      found[token in CONTACT || toNames(CONTACT).includes(token) ? token : type === 'email' ? type : name] ??= value
  }
  return found
}

// ---- storage
function store(use) {
  return settings.persist === 'none' ? undefined : attempt(use)
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
  box.delete(id)
  store(() => localStorage.removeItem('ringup:' + id))
  copies((events) => events.delete(id))
}
function load(text) {
  const event = parse(text)
  if (event?.body && !box.has(event.id)) box.set(event.id, { event, attempts: 0, spent: 0 })
}
function loadAll() {
  store(() => Object.entries(localStorage).forEach(([key, text]) => key.startsWith('ringup:') && load(text)))
}

// ---- outbox
function gate() {
  const { consent } = settings
  return consent === 'denied' ? ['blocked', consent] : consent === 'required' ? ['held', consent] : document.prerendering ? ['queued', 'prerendering'] : undefined
}
function announce(detail) {
  document.dispatchEvent(new CustomEvent('ringup', { detail }))
  return detail
}
function toHash({ kind, body, signature }) {
  const number = body.cart_data?.order_number
  return number && [...`${number} ${body.email} ${!signature}`].reduce((hash, sign) => (hash * 33 + sign.charCodeAt()) % 4294967291, 7)
}
function readSeen() {
  return (marks = (store(() => parse(localStorage.ringup)) ?? marks).filter(([, at]) => Date.now() - at < 2592e6))
}
function toBytes(...parts) {
  return new Blob(parts).size
}
function shrink({ body: { cart_data, cart_items = [] }, body }, aim) {
  const drop = (fields, gone) => Object.keys(fields).forEach((name) => gone(name) && delete fields[name])
  const steps = {
    descriptions: () => cart_items.forEach((item) => drop(item, (name) => /^desc|^image/.test(name))),
    items: () => cart_items.splice(50),
    additional: () => {
      drop(cart_data, (name) => !(name in CART))
      cart_items.forEach((item) => drop(item, (name) => !(name in ITEM)))
    },
  }
  let gone = []
  for (const name in steps) {
    if (!cart_data || toBytes(JSON.stringify(body)) <= aim) return
    steps[name]()
    gone.push(name)
    cart_data.truncated = `${gone}`
  }
}
async function ask(body, keepalive = flying.size < 4 && toBytes(...flying, body) <= 49152) {
  if (keepalive) flying.add(body)
  try {
    const answer = await fetch(settings.endpoint, { method: 'POST', body, keepalive, credentials: 'omit', redirect: 'manual', cache: 'no-store' })
    return [answer, Object(await answer.json().catch(String))]
  } catch (error) {
    if (keepalive && document.visibilityState === 'visible') return ask(body, false)
    throw 'network'
  } finally {
    flying.delete(body)
  }
}
async function send(entry) {
  const { event, event: { id, kind } } = entry
  const now = Date.now()
  if (event.at > now + 3e5) event.at = now
  if (now - event.at > (kind === 'convert' ? 864e5 : 2592e5)) {
    forget(id)
    return ['dropped', 'expired']
  }
  entry.busy = true
  entry.attempts++
  if (box.has(id)) {
    const text = JSON.stringify(event)
    store(() => localStorage.setItem('ringup:' + id, text))
    copies((events) => events.put(text, id))
  }
  const { at, ...rest } = event
  let http
  let answer
  let reason
  try {
    const [response, { ok, id: taken, code, fields = [] }] = await Promise.race([ask(JSON.stringify({ v: 1, age: Math.max(0, now - at), ...rest })), fail(1e4)])
    http = response.status
    reason = code ?? `http_${http}`
    answer = response
    if (http === 202 && ok === true && taken === id) {
      const hash = toHash(event)
      if (hash) {
        marks = [...readSeen(), [hash, now]].slice(-50)
        store(() => localStorage.setItem('ringup', JSON.stringify(marks)))
      }
      forget(id)
      return ['accepted']
    }
    if (http === 413 && !entry.shrunk) {
      entry.shrunk = true
      shrink(event, 0)
      return send(entry)
    }
    if (/^(400|41[035]|422|451)$/.test(http)) {
      forget(id)
      return ['rejected', reason, [fields].flat()]
    }
  } catch (error) {
    reason = `${error}`
  }
  entry.last = reason
  if (http !== 429 && navigator.onLine) entry.spent += http ? 3 : 10
  if (!/^(0|3..|40[1345]|50[15]|511)$/.test(http) && entry.spent < 30)
    setTimeout(() => {
      entry.busy = false
      drain()
    }, Math.min(36e5, Math.max(1e3, 1e3 * parseInt(answer?.headers.get('Retry-After')))) || Math.random() * Math.min(6e4, 1e3 * 2 ** entry.attempts))
  return ['queued', reason]
}
async function drain(all) {
  if (gate() || !settings.endpoint) return
  loadAll()
  await Promise.all(
    Array.from(box.values(), async (entry) => {
      if (entry.busy && !all) return
      const [status, reason] = await send(entry)
      const { id, kind, list } = entry.event
      if (status !== 'queued') announce({ id, kind, list, status: status === 'rejected' ? 'dropped' : status, reason, problems: [] })
    }),
  )
}
function post(event) {
  const closed = gate()
  shrink(event, 16384)
  if (toBytes(JSON.stringify(event)) > 49152) throw 'too_large'
  if (closed?.[0] === 'blocked') return closed
  const hash = toHash(event)
  if (!closed && readSeen().some(([each]) => each === hash)) return ['duplicate', 'order_number']
  if (!closed) loadAll()
  const entry = { event, attempts: 0, spent: 0 }
  const full = () => box.size >= (closed ? 10 : 20) || JSON.stringify([...box]).length > 98304
  for (const { event: { id, kind, list } } of [...box.values()])
    if (event.kind === 'convert' && kind !== 'convert' && full()) {
      forget(id)
      announce({ id, kind, list, status: 'dropped', reason: 'outbox_full', problems: [] })
    }
  if (!full()) box.set(event.id, entry)
  return closed ?? send(entry)
}

// ---- calls
function report(kind, list, signature, callback, toBody) {
  const id = 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () => (crypto.getRandomValues(new Uint8Array(1))[0] % 16).toString(16))
  const problems = []
  const problem = (field, code) => {
    if (typeof code !== 'string') code = 'unreadable'
    problems.push({ field, code, message: `${field}: ${code}` })
  }
  const promise = (async () => {
    const { adapter, endpoint } = settings
    let status = 'rejected'
    let reason
    let given
    let fields = []
    try {
      if (typeof adapter === 'function')
        try {
          given = adapter({ kind, list })
          if (given?.then) given = await Promise.race([given, fail(3e3)])
        } catch {
          problem('adapter', 'adapter_failed')
        }
      const body = toBody(problem, given)
      if (!endpoint) throw 'no_endpoint'
      ;[status, reason, fields = []] = await post({ id, kind, list, signature: signature ?? settings.signature, at: Date.now(), body })
    } catch (code) {
      reason = typeof code === 'string' ? code : 'unreadable'
      fields = [/email/.test(reason) ? 'email' : '']
    }
    for (const field of fields) problem(field, reason)
    return announce({ id, kind, list, status, reason, problems })
  })()
  promise.then(callback)
  return promise
}
function convert(order, callback) {
  return report('convert', undefined, order?.signature, callback, (problem, given) => {
    order ??= {}
    if (!/^\[object O/.test({}.toString.call(order))) throw 0
    const ecommerce = order.ecommerce ?? given?.ecommerce
    let found
    try {
      found = ecommerce ? toSource({ ecommerce }) : readOrder()
    } catch {
      problem('adapter', 'adapter_failed')
    }
    const body = { cart_data: {} }
    const sources = [found && { cart_data: found, cart_items: first(found, ITEMS) }, given, order]
    let items
    let ours
    for (const source of sources)
      if (source) {
        Object.assign(body.cart_data, read(Object(source.cart_data), CART, 'cart_data.', problem, source === sources[0]))
        if (source.cart_items) {
          items = source.cart_items
          ours = source === sources[0]
        }
      }
    body.email = [order.email, given?.email, ...readEmails(found)].map((each) => attempt(() => toEmail(each))).find((each) => each)
    if (!body.email) throw 'no_email'
    if (items) {
      let count = 0
      let sum = 0
      body.cart_items = [items].flat().map((each, index) => {
        const place = `cart_items.${index}`
        const item = read(ours ? { quantity: 1, ...each } : Object(each), ITEM, `${place}.`, problem, ours)
        item.qty_price ??= attempt(() => toWhole(item.price * item.item_qty))
        count += item.item_qty
        sum += item.qty_price
        if (!item.product_id) problem(place, 'no_product_id')
        return item
      }).filter((each) => each.product_id)
      body.cart_data.cart_item_count ??= attempt(() => toWhole(count))
      if (settings.value === 'items') body.cart_data.cart_value = attempt(() => toWhole(sum))
    }
    return body
  })
}
function addToList(list, contact, options, callback) {
  return report('addToList', list, options?.signature, callback, (problem, given) => {
    if (typeof list !== 'string') throw 0
    const isForm = contact instanceof HTMLFormElement
    const body = read(isForm ? readForm(contact) : contact ?? { email: given?.email ?? readEmails().find((each) => each) }, CONTACT, '', problem, isForm)
    if (!body.email) throw 'no_email'
    return body
  })
}

// ---- settings and start
function configure(given) {
  for (const [name, value] of Object.entries(given))
    if (/^((endpoint|dataLayer|convertOn|email|signature)=[^]|(adapter=(auto|data-layer|json-ld|dom|<function>)|selectors=<object>|value=(source|items)|decimal=[.,]|consent=(not-)?required|persist=(local|none)|debug=(panel|ask))$)/.test(`${name}=${typeof value === 'string' ? value : `<${typeof value}>`}`)) settings[name] = value
    else console.warn(`Ringup: unknown setting or value: ${name}`)
}
function convertOn() {
  const { convertOn } = settings
  const fire = () =>
    attempt(() => {
      const found = convertOn === 'load' ? readOrder() : ADAPTERS['data-layer']()[0]
      if (!found) return
      const number = attempt(() => toOrderNumber(first(found, CART.order_number)))
      const once = `${number} ${readEmails(found).find((each) => each)}`
      if (fired.has(once)) return
      fired.add(once)
      if (number) convert({ ecommerce: found })
      else announce({ id: '', kind: 'convert', status: 'rejected', reason: 'no_order_number', problems: [] })
    })
  if (convertOn === 'load') onShow(fire)
  else if (convertOn) {
    const layer = (window[settings.dataLayer] ??= [])
    const { push } = layer
    layer.push = function (...entries) {
      const length = push.apply(this, entries)
      fire()
      return length
    }
    fire()
  }
}
function onShow(callback) {
  const later = () => (window.requestIdleCallback ?? setTimeout)(() => callback())
  later()
  for (const type of ['pageshow', 'online', 'visibilitychange', 'prerenderingchange']) addEventListener(type, later, true)
}

const flag = Symbol.for('ringup')
if (!window[flag]) {
  window[flag] = true
  const { src, dataset = {} } = Object(document.currentScript)
  attempt(() => {
    const { origin, href } = new URL('.', src)
    if (origin === location.origin) settings.endpoint = href
  })
  configure(Object(parse(document.querySelector('script#ringup[type="application/json"]')?.textContent)))
  if (Object.getPrototypeOf(Object(window.ringup)) === Object.prototype) configure(window.ringup)
  configure(Object.fromEntries(Object.entries(dataset).map(([name, value]) => [name, parse(value) ?? value])))
  const functions = { convert, addToList }
  const calls = []
  for (const name in functions) {
    const replay = (args) => attempt(() => void functions[name](...args).then(args.r))
    const queue = Object(Object(window[name]).q)
    for (const args of Array.from(queue)) calls.push([args.t, () => replay(args)])
    queue.push = replay
  }
  Object.assign(window, functions, {
    ringup: {
      consent(given) {
        settings.consent = given === 'granted' ? given : 'denied'
        if (given === 'granted') drain()
        else {
          box.clear()
          store(() => Object.keys(localStorage).forEach((key) => key.startsWith('ringup') && localStorage.removeItem(key)))
          copies((events) => events.clear())
        }
      },
      flush: () => drain(true),
      status: () => ({
        version: '0.1.0',
        consent: settings.consent,
        storage: store(() => !!localStorage) ? 'local' : 'memory',
        waiting: Array.from(box.values(), ({ event: { id, kind, at }, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last })),
        held: gate()?.[0] === 'held' ? box.size : 0,
      }),
      version: '0.1.0',
    },
  })
  calls.sort(([a], [b]) => a - b).forEach(([, replay]) => replay())
  addEventListener('submit', ({ target: form }) =>
    attempt(() => {
      const { addToList: list, addToListIf: box, signature } = form.dataset
      if (form.matches('[data-add-to-list]:valid') && (!box || form.querySelector(box).checked)) addToList(list, form, { signature })
    }), true)
  onShow(() => {
    if (!gate()) copies((events) => { const all = events.getAll(); all.onsuccess = () => { all.result.forEach(load); drain() } })
    drain()
  })
  convertOn()
  const { debug } = settings
  if (debug === 'panel' || (debug && location.search.includes('ringup-debug'))) import('./ringup-debug.js')
}
